package dev.adk4j.primitive;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.JsonValue;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.module.SimpleModule;

/**
 * Teaches Jackson the display form of primitives, for logs, events and web responses. It does not
 * store anything: media are their metadata, artifacts empty objects; use {@link SnapshotCodec} for
 * that. Reading is offered where the display form is complete, with all validations; what is behind
 * a reader is refused.
 */
public final class AdkJsonModule extends SimpleModule {

  private static final long serialVersionUID = 1L;

  public AdkJsonModule() {
    super("adk");
    DisplayForm form = DisplayForm.INSTANCE;
    write(JsonValue.class, JsonValue::node);
    write(Tokenizable.class, text -> Trees.text(text.value()));
    write(Identity.class, form::write);
    write(Message.class, form::write);
    write(Media.class, form::write);
    write(Memory.class, form::write);
    write(Retrievable.class, form::write);
    write(RetrievableContent.class, form::write);
    write(Thought.class, form::write);
    write(ToolCall.class, form::write);
    write(ToolResults.class, form::results);
    write(SpooledArtifact.class, form::artifact);

    read(JsonValue.class, JsonValue::of);
    read(Tokenizable.class, DisplayReading::text);
    read(Identity.class, DisplayReading::identity);
    read(Message.class, DisplayReading::message);
    read(Memory.class, DisplayReading::memory);
    read(Retrievable.class, DisplayReading::retrievable);
    read(Thought.class, DisplayReading::thought);
    read(ToolCall.class, DisplayReading::toolCall);
    read(Media.class, DisplayReading::refuse);
    read(RetrievableContent.class, DisplayReading::refuse);
    read(ToolResults.class, DisplayReading::refuse);
    read(SpooledArtifact.class, DisplayReading::refuse);
  }

  private <T> void write(Class<T> type, Function<T, JsonNode> form) {
    addSerializer(type, new DisplaySerializer<>(type, form));
  }

  private <T> void read(Class<T> type, Function<JsonNode, T> reading) {
    addDeserializer(type, new DisplayDeserializer<>(type, reading));
  }
}
