package dev.adk4j.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.value.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RoundTripPropertyTests {

  private static final int EACH = 500;
  private static final SnapshotCodec CODEC = Gen.CODEC;

  private final Gen gen = new Gen(20_240_229);

  /** Through text, as storage does it, and through UTF-8, as the text travels. */
  private <T> void survives(
      Supplier<T> make,
      Function<T, JsonNode> encode,
      Function<JsonNode, T> decode,
      BiPredicate<T, T> same) {
    for (int i = 0; i < EACH; i++) {
      T original = make.get();
      JsonNode encoded = encode.apply(original);
      String text = Json.write(encoded);
      String travelled = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
      T fromTree = decode.apply(encoded);
      T fromText = decode.apply(Json.read(travelled));
      assertThat(same.test(original, fromTree)).as("tree of %s", text).isTrue();
      assertThat(same.test(original, fromText)).as("text of %s", text).isTrue();
      assertThat(Json.write(encode.apply(fromText))).isEqualTo(text);
    }
  }

  @Test
  void recordsSurvive() {
    survives(gen::identity, CODEC::encode, CODEC::decodeIdentity, Identity::sameContentAs);
    survives(gen::message, CODEC::encode, CODEC::decodeMessage, Message::sameContentAs);
    survives(gen::media, CODEC::encode, CODEC::decodeMedia, Media::sameContentAs);
    survives(gen::memory, CODEC::encode, CODEC::decodeMemory, Memory::sameContentAs);
    survives(gen::retrievable, CODEC::encode, CODEC::decodeRetrievable, Retrievable::sameContentAs);
    survives(gen::thought, CODEC::encode, CODEC::decodeThought, Thought::sameContentAs);
    survives(gen::toolCall, CODEC::encode, CODEC::decodeToolCall, ToolCall::sameContentAs);
  }

  @Test
  void partsSurvive() {
    survives(
        gen::toolCall,
        CODEC::encode,
        CODEC::decodeToolCall,
        (a, b) -> a.results().sameContentAs(b.results()));
    survives(
        gen::retrievable,
        CODEC::encode,
        CODEC::decodeRetrievable,
        (a, b) -> a.content().sameContentAs(b.content()));
    survives(
        gen::tokenizable,
        CODEC::encodeText,
        CODEC::decodeText,
        (a, b) -> a.value().equals(b.value()));
  }

  @Test
  void copiesByTheBuilderHaveTheSameContent() {
    for (int i = 0; i < EACH; i++) {
      Message message = gen.message();
      assertThat(message.toBuilder().build().sameContentAs(message)).isTrue();
      Media media = gen.media();
      assertThat(media.toBuilder().build().sameContentAs(media)).isTrue();
      Memory memory = gen.memory();
      assertThat(memory.toBuilder().build().sameContentAs(memory)).isTrue();
      Retrievable retrievable = gen.retrievable();
      assertThat(retrievable.toBuilder().build().sameContentAs(retrievable)).isTrue();
      Thought thought = gen.thought();
      assertThat(thought.toBuilder().build().sameContentAs(thought)).isTrue();
      ToolCall call = gen.toolCall();
      assertThat(call.toBuilder().build().sameContentAs(call)).isTrue();
      Identity identity = gen.identity();
      Map<String, Object> fields =
          Map.of("identifier", identity.identifier(), "representation", identity.representation());
      assertThat(Identity.fromMap(fields).sameContentAs(identity)).isTrue();
    }
  }

  @Test
  void readsCompleteDisplayFormsBack() {
    JsonMapper mapper = new JsonMapper();
    for (int i = 0; i < EACH; i++) {
      Memory memory = gen.memory();
      assertThat(
              mapper
                  .readValue(mapper.writeValueAsString(memory), Memory.class)
                  .sameContentAs(memory))
          .isTrue();
      Message message = gen.message();
      if (message.attachments().isEmpty()) {
        assertThat(
                mapper
                    .readValue(mapper.writeValueAsString(message), Message.class)
                    .sameContentAs(message))
            .isTrue();
      }
      Retrievable retrievable = gen.retrievable();
      if (retrievable.content() instanceof RetrievableContent.TextContent) {
        assertThat(
                mapper
                    .readValue(mapper.writeValueAsString(retrievable), Retrievable.class)
                    .sameContentAs(retrievable))
            .isTrue();
      }
    }
  }
}
