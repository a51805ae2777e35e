package dev.adk4j.primitive;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Displayable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/** The body of a retrievable: text or spooled text. */
@JsonDeserialize(using = DisplayDeserializer.class)
public sealed interface RetrievableContent extends Displayable {

  @Override
  default JsonNode display() {
    return DisplayForm.INSTANCE.write(this);
  }

  /** Returns true if kind and content are the same. */
  default boolean sameContentAs(RetrievableContent other) {
    return JsonForm.CONTENT.write(this).equals(JsonForm.CONTENT.write(other));
  }

  /** Text in memory. */
  record TextContent(Tokenizable text) implements RetrievableContent {
    public TextContent {
      new Violations()
          .required(text, "$")
          .throwIfAny(AdkErrorCode.E_INVALID_INITIAL_RETRIEVABLE_VALUE);
    }

    /** Omits the content. */
    @Override
    public String toString() {
      return "TextContent[]";
    }
  }

  /** Text that is read on request. */
  record ArtifactContent(SpooledArtifact artifact) implements RetrievableContent {
    public ArtifactContent {
      new Violations()
          .required(artifact, "$")
          .throwIfAny(AdkErrorCode.E_INVALID_INITIAL_RETRIEVABLE_VALUE);
    }
  }
}
