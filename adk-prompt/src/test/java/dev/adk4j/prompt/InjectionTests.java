package dev.adk4j.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.prompt.Injections.Attempt;
import dev.adk4j.prompt.Injections.Known;
import dev.adk4j.prompt.NonceSource.RecordKind;
import dev.adk4j.prompt.Oracle.Block;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Attempts in every place, read by the {@link Oracle}. Says nothing about persuasion. */
class InjectionTests {

  @Test
  void theCorpusIsLargeAndItsAttemptsDiffer() {
    List<Attempt> all = Injections.all();
    assertThat(all).hasSizeGreaterThanOrEqualTo(60);
    assertThat(all).extracting(Attempt::name).doesNotHaveDuplicates();
    Known known = known(Scene.NONCES, Silo.USER_MESSAGE);
    assertThat(all).extracting(a -> a.text().apply(known)).doesNotHaveDuplicates();
  }

  /** Each attempt in some places, and some attempts in each place. */
  @TestFactory
  Stream<DynamicTest> structureStaysIntactWithKeyedNonces() {
    return inEverySilo(Injections.all(), Scene.NONCES, 8);
  }

  @TestFactory
  Stream<DynamicTest> structureStaysIntactWhereRecordIdsAreTheNonces() {
    return inEverySilo(Injections.ofTags(), NonceSource.recordId(Scene.NONCES), 8);
  }

  @Nested
  @Tag("slow")
  class EveryAttemptInEveryPlace {

    @TestFactory
    Stream<DynamicTest> leavesTheStructureIntactWithKeyedNonces() {
      return inEverySilo(Injections.all(), Scene.NONCES, 1);
    }

    @TestFactory
    Stream<DynamicTest> leavesTheStructureIntactWhereRecordIdsAreTheNonces() {
      return inEverySilo(Injections.ofTags(), NonceSource.recordId(Scene.NONCES), 1);
    }
  }

  /**
   * @param step of a place every attempt of that step is made, beginning with another one than in
   *     the place before
   */
  private static Stream<DynamicTest> inEverySilo(
      List<Attempt> attempts, NonceSource nonces, int step) {
    return Arrays.stream(Silo.values())
        .flatMap(
            silo -> {
              Known known = known(nonces, silo);
              Scene harmless = silo.with("harmless");
              harmless.nonces = nonces;
              List<String> shape = read(harmless).shape();
              return IntStream.range(0, attempts.size())
                  .filter(i -> (i + silo.ordinal()) % step == 0)
                  .mapToObj(attempts::get)
                  .map(
                      attempt ->
                          DynamicTest.dynamicTest(
                              silo + ": " + attempt,
                              () -> check(attempt, silo, nonces, known, shape)));
            });
  }

  private static void check(
      Attempt attempt, Silo silo, NonceSource nonces, Known known, List<String> shape) {
    Scene scene = silo.with(attempt.text().apply(known));
    scene.nonces = nonces;
    Reading actual = read(scene);

    assertThat(actual.shape()).isEqualTo(shape);
    assertThat(actual.canaryIn()).as("where the text went").isSubsetOf(silo(scene, silo));
    for (String forged : attempt.forged()) {
      assertThat(actual.outsideToolResults()).doesNotContain(forged);
    }
  }

  private static List<String> silo(Scene scene, Silo silo) {
    return switch (silo) {
      case OWN_MESSAGE -> List.of("own:m2");
      case ATTACHMENT_NAME, ATTACHMENT_TYPE, ATTACHMENT_TEXT, SYNTHETIC_TEXT, ATTACHMENT_ID ->
          List.of("message3", "marker");
      default ->
          List.of(
              switch (silo.kind) {
                case MESSAGE ->
                    silo == Silo.USER_MESSAGE
                            || silo == Silo.MESSAGE_ID
                            || silo == Silo.REPRESENTATION
                        ? "message0"
                        : "message2";
                case MEMORY -> "memory0";
                case RETRIEVABLE ->
                    switch (silo) {
                      case FIRST_PARTY, RETRIEVABLE_SOURCE, RETRIEVABLE_KIND -> "retrievable0";
                      case THIRD_PARTY_PUBLIC, PUBLIC_SOURCE, RETRIEVABLE_ID -> "retrievable1";
                      default -> "retrievable2";
                    };
                case THOUGHT ->
                    silo == Silo.PEER_THOUGHT || silo == Silo.THINKER
                        ? "thought1"
                        : silo == Silo.OPAQUE_THOUGHT ? "thought2" : "thought0";
                case TOOL_CALL ->
                    switch (silo) {
                      case TRUSTED_RESULT -> "call1";
                      case TOOL_ERROR -> "call2";
                      case HANDLE -> "call3";
                      case RESULT_MEDIA_TEXT -> "call4";
                      default -> "call0";
                    };
              });
    };
  }

  /** As if everything had leaked that a model ever saw. */
  private static Known known(NonceSource nonces, Silo silo) {
    Scene scene = silo.with("harmless");
    scene.nonces = nonces;
    String target = silo(scene, silo).getFirst();
    Map<String, String> names = names(scene);
    String own = "";
    String other = "";
    for (Map.Entry<String, String> name : names.entrySet()) {
      if (name.getValue().equals(target)
          || target.equals("own:m2") && name.getValue().equals("message1")) {
        own = name.getKey();
      } else {
        other = name.getKey();
      }
    }
    String prompt =
        scene.prompt().entries().stream()
            .map(PromptEntry::text)
            .reduce("", (one, next) -> one + "\n" + next);
    return new Known(own, other, "m1", scene.calls.getFirst().checksum(), prompt);
  }

  /**
   * @param shape roles, blocks, their attributes and nesting, records named by their place
   * @param canaryIn the records whose block holds the canary
   * @param outsideToolResults all text but that of tool results and of the real developer's block
   */
  private record Reading(List<String> shape, List<String> canaryIn, String outsideToolResults) {}

  private static Reading read(Scene scene) {
    AssembledPrompt prompt = scene.prompt();
    Map<String, String> names = names(scene);
    List<String> shape = new ArrayList<>();
    List<String> canaryIn = new ArrayList<>();
    StringBuilder outside = new StringBuilder();
    String system = prompt.leadingSystem().orElseThrow();
    List<String> rules = List.of("Never lie.", "Answer in English.");
    collect(Oracle.system(system, "Be brief.", rules), names, shape, canaryIn);
    String real =
        "<system_instructions kind=\"developer-rules\">\nNever lie.\n\nAnswer in English.\n</system_instructions>";
    int at = system.indexOf(real);
    String rest = system.substring(0, at) + system.substring(at + real.length());
    Oracle.noRules(rest);
    outside.append(rest);
    for (PromptEntry entry : prompt.history()) {
      shape.add(entry.getClass().getSimpleName());
      entry.media().forEach(media -> shape.add("media " + media.mimeType()));
      switch (entry) {
        case PromptEntry.AssistantEntry own when !own.peer() -> {
          Oracle.plain(own.text(), names.keySet());
          outside.append(own.text());
          if (own.text().contains(Injections.CANARY)) {
            canaryIn.add("own:" + own.id());
          }
        }
        case PromptEntry.ToolExchange exchange ->
            collect(Oracle.entry(exchange.text()), names, shape, canaryIn);
        default -> {
          Oracle.noRules(entry.text());
          outside.append(entry.text());
          List<Block> blocks = Oracle.entry(entry.text());
          collect(blocks, names, shape, canaryIn);
          String inBlocks =
              blocks.stream().map(Block::body).reduce("", String::concat)
                  + blocks.stream().map(b -> b.attributes().toString()).reduce("", String::concat);
          if (entry.text().contains(Injections.CANARY) && !inBlocks.contains(Injections.CANARY)) {
            canaryIn.add("marker");
          }
        }
      }
    }
    return new Reading(shape, canaryIn, outside.toString());
  }

  private static void collect(
      List<Block> blocks, Map<String, String> names, List<String> shape, List<String> canaryIn) {
    for (Block block : blocks) {
      String name = names.get(block.nonce());
      assertThat(name).as("a block of a live record").isNotNull();
      shape.add(block.family() + " " + name + " " + block.attributes().keySet() + kind(block));
      if (block.attributes().containsKey("nonce")) {
        assertThat(block.attributes().get("nonce")).isEqualTo(block.nonce());
      }
      boolean peerThought =
          block.family().equals("peer_agent_output") && block.attributes().containsKey("kind");
      if (peerThought) {
        List<Block> inner = Oracle.entry(block.body());
        assertThat(inner).hasSize(1);
        collect(inner, names, shape, canaryIn);
      } else if (block.body().contains(Injections.CANARY)
          || block.attributes().toString().contains(Injections.CANARY)) {
        canaryIn.add(name);
      }
    }
  }

  /** Only the kinds that the renderer itself chooses. */
  private static String kind(Block block) {
    boolean foreign = block.family().equals("retrieved");
    return foreign
        ? ""
        : " " + block.attributes().get("kind") + " " + block.attributes().get("role");
  }

  private static Map<String, String> names(Scene scene) {
    Map<String, String> names = new LinkedHashMap<>();
    NonceSource nonces = scene.nonces;
    for (int i = 0; i < scene.messages.size(); i++) {
      names.put(nonces.nonceFor(RecordKind.MESSAGE, scene.messages.get(i).id()), "message" + i);
    }
    for (int i = 0; i < scene.memories.size(); i++) {
      names.put(nonces.nonceFor(RecordKind.MEMORY, scene.memories.get(i).id()), "memory" + i);
    }
    for (int i = 0; i < scene.retrievables.size(); i++) {
      names.put(
          nonces.nonceFor(RecordKind.RETRIEVABLE, scene.retrievables.get(i).id()),
          "retrievable" + i);
    }
    for (int i = 0; i < scene.thoughts.size(); i++) {
      names.put(nonces.nonceFor(RecordKind.THOUGHT, scene.thoughts.get(i).id()), "thought" + i);
    }
    for (int i = 0; i < scene.calls.size(); i++) {
      names.put(
          nonces.nonceForCall(scene.calls.get(i).id(), scene.calls.get(i).checksum()), "call" + i);
    }
    assertThat(names)
        .as("no two records share a nonce")
        .hasSize(
            scene.messages.size()
                + scene.memories.size()
                + scene.retrievables.size()
                + scene.thoughts.size()
                + scene.calls.size());
    return names;
  }
}
