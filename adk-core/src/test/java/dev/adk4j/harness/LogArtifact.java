package dev.adk4j.harness;

import dev.adk4j.artifact.ArtifactQuery;
import dev.adk4j.artifact.ArtifactType;
import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.artifact.internal.ArgsSchema;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Map;

/** An application's artifact with an attribute and one query. */
public final class LogArtifact extends SpooledArtifact {

  public static final ArtifactType<LogArtifact> TYPE =
      ArtifactType.of(
              "log",
              LogArtifact.class,
              ArtifactTypes.SPOOLED,
              reader -> new LogArtifact(reader, "info"))
          .withAttributes(
              (reader, attributes) ->
                  new LogArtifact(
                      reader,
                      attributes
                          .getOrDefault("level", JsonValue.of((Object) "info"))
                          .node()
                          .stringValue()),
              artifact -> Map.of("level", JsonValue.of((Object) artifact.level())))
          .withQueries(
              List.of(
                  new ArtifactQuery<>(
                      "artifact_log_level",
                      "Returns the level",
                      ArgsSchema.none(),
                      (artifact, args) -> artifact.level())));

  private final String level;

  public LogArtifact(SpoolReader reader, String level) {
    super(reader);
    this.level = level;
  }

  /** The built-in types and this one. */
  public static ArtifactTypes types() {
    return ArtifactTypes.builtIns().register(TYPE);
  }

  public String level() {
    return level;
  }
}
