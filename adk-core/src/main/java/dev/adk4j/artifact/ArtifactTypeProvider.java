package dev.adk4j.artifact;

import java.util.List;

/**
 * Supplies the artifact types of a library. Found by {@link java.util.ServiceLoader} next to this
 * library's classes; an application registers its own types with {@link ArtifactTypes#register}.
 */
public interface ArtifactTypeProvider {

  /** Returns the types, parents before children; called once. */
  List<ArtifactType<?>> types();
}
