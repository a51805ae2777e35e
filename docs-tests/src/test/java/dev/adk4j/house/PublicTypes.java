package dev.adk4j.house;

import dev.adk4j.artifact.json.SpooledJsonArtifact;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.prompt.PromptAssembler;
import dev.adk4j.value.Json;
import dev.adk4j.vector.VectorRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Lists the public types of the modules without a framework, nested ones included. */
final class PublicTypes {

  /** One class of each module. */
  private static final List<Class<?>> MODULES =
      List.of(
          Json.class,
          SpooledJsonArtifact.class,
          PromptAssembler.class,
          VectorRecord.class,
          MemoryManager.class);

  private PublicTypes() {}

  static Stream<Class<?>> all() {
    return MODULES.stream().flatMap(module -> of(module).stream());
  }

  private static List<Class<?>> of(Class<?> module) {
    try {
      URI location = module.getProtectionDomain().getCodeSource().getLocation().toURI();
      if (!location.getPath().endsWith(".jar")) {
        return of(Path.of(location));
      }
      try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + location), Map.of())) {
        return of(jar.getPath("/"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Class<?>> of(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
          .<Class<?>>map(name -> load(name.substring(0, name.length() - 6)))
          .filter(PublicTypes::isPublic)
          .toList();
    }
  }

  private static Class<?> load(String file) {
    try {
      return Class.forName(file.replace('/', '.'), false, PublicTypes.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isPublic(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getDeclaringClass()) {
      if (!Modifier.isPublic(at.getModifiers())) {
        return false;
      }
    }
    return !type.isAnonymousClass();
  }
}
