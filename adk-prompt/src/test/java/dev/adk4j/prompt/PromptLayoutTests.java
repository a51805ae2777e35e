package dev.adk4j.prompt;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.harness.Engine;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Identity;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.prompt.NonceSource.RecordKind;
import dev.adk4j.prompt.PromptOptions.Neutralization;
import dev.adk4j.prompt.PromptOptions.TrailingAssistant;
import dev.adk4j.token.Tokenizable;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromptLayoutTests {

  private final Scene scene = new Scene();

  @Test
  void systemTextComesFirstWithItsBlocksAndTheConversationFollows() {
    scene.instructions.add(Tokenizable.of("Never lie."));
    scene.instructions.add(Tokenizable.of(" "));
    scene.instructions.add(Tokenizable.of("Be kind."));
    scene.memories.add(Scene.memory("y1").build());
    scene.messages.add(Scene.user("m1", 1).build());
    String y1 = Scene.nonce(RecordKind.MEMORY, "y1");

    AssembledPrompt prompt = scene.prompt();

    assertThat(prompt.leadingSystem())
        .hasValue(
            "Be brief.\n\n<system_instructions kind=\"developer-rules\">\nNever lie.\n\nBe kind.\n"
                + "</system_instructions>\n\n<memories>\n<memory_"
                + y1
                + " nonce=\""
                + y1
                + "\" createdAt=\"2026-01-02T03:04:05.000Z\">\nmemory y1\n</memory_"
                + y1
                + ">\n</memories>");
    assertThat(prompt.trailingSystem()).isEmpty();
    assertThat(prompt.entries()).hasSize(2);
    assertThat(prompt.tools()).isEmpty();
  }

  @Test
  void bucketsAfterTheTimelineFollowTheConversation() {
    scene.instructions.add(Tokenizable.of("Never lie."));
    scene.memories.add(Scene.memory("y1").build());
    scene.messages.add(Scene.user("m1", 1).build());
    scene.options(
        o ->
            o.bucketOrder(
                PromptOptions.Bucket.MEMORIES,
                PromptOptions.Bucket.TIMELINE,
                PromptOptions.Bucket.STANDING_INSTRUCTIONS));

    AssembledPrompt prompt = scene.prompt();

    assertThat(prompt.leadingSystem().orElseThrow()).startsWith("Be brief.\n\n<memories>");
    assertThat(prompt.trailingSystem().orElseThrow()).startsWith("<system_instructions");
    assertThat(prompt.entries().getLast()).isInstanceOf(PromptEntry.SystemEntry.class);
  }

  @Test
  void withoutTheTimelineNoConversationIsSent() {
    scene.messages.add(Scene.user("m1", 1).build());
    scene.memories.add(Scene.memory("y1").build());
    scene.options(o -> o.bucketOrder(List.of()));

    assertThat(scene.prompt().entries())
        .containsExactly(new PromptEntry.SystemEntry("Be brief.", false));
  }

  @Test
  void emptySystemTextIsLeftOut() {
    scene.systemPrompt = "";
    scene.messages.add(Scene.user("m1", 1).build());

    assertThat(scene.prompt().leadingSystem()).isEmpty();
    assertThat(scene.prompt().entries()).hasSize(1);
  }

  @Test
  void bucketsNamedTwiceAreRefused() {
    assertFails(
            LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS,
            () ->
                scene.options(
                    o ->
                        o.bucketOrder(
                            PromptOptions.Bucket.MEMORIES, PromptOptions.Bucket.MEMORIES)))
        .hasMessageContaining("$.bucketOrder");
  }

  private static String id(PromptEntry entry) {
    return switch (entry) {
      case PromptEntry.UserEntry user -> user.id();
      case PromptEntry.AssistantEntry answer -> answer.id();
      case PromptEntry.ThoughtEntry thought -> thought.id();
      case PromptEntry.ToolExchange call -> call.id();
      default -> "";
    };
  }

  @Test
  void timelineIsOrderedByTimeAndByKindAtTheSameTime() {
    scene.calls.add(Scene.call("c", "t", 5).build());
    scene.thoughts.add(Scene.thought("t2", 5).build());
    scene.thoughts.add(Scene.thought("t1", 5).build());
    scene.messages.add(Scene.user("late", 9).build());
    scene.messages.add(Scene.user("b", 5).build());
    scene.messages.add(Scene.user("a", 5).build());
    scene.messages.add(Scene.user("early", 1).build());

    assertThat(scene.prompt().history())
        .extracting(PromptLayoutTests::id)
        .containsExactly("early", "b", "a", "t1", "t2", "c", "late");
  }

  @Test
  void ordersThoughtsBeforeTheirAnswer() {
    scene.messages.add(Scene.user("question", 1).build());
    scene.messages.add(Scene.assistant("answer", 5).build());
    scene.messages.add(Scene.user("more", 9).build());
    scene.thoughts.add(Scene.thought("t", 5).build());
    scene.calls.add(Scene.call("c", "x", 5).build());

    assertThat(scene.prompt().history())
        .extracting(PromptLayoutTests::id)
        .containsExactly("question", "t", "answer", "c", "more");
  }

  @Test
  void conversationOfOneInstantKeepsItsOrder() {
    scene.messages.add(Scene.user("u1", 5).build());
    scene.messages.add(Scene.assistant("a1", 5).build());
    scene.messages.add(Scene.user("u2", 5).build());
    scene.thoughts.add(Scene.thought("t", 5).build());

    assertThat(scene.prompt().history())
        .extracting(PromptLayoutTests::id)
        .containsExactly("u1", "t", "a1", "u2");
  }

  @Test
  void userMessageStandsInItsEnvelope() {
    scene.messages.add(
        Scene.user("m1", 1).identity(Identity.of("user-17", "Ann \"A\" <x>")).build());
    String n = Scene.nonce(RecordKind.MESSAGE, "m1");

    assertThat(scene.only())
        .isEqualTo(
            "<message_"
                + n
                + " from=\"Ann &quot;A&quot; &lt;x&gt;\" role=\"user\""
                + " createdAt=\"2026-01-02T03:04:06.000Z\">\ntext of m1\n</message_"
                + n
                + ">");
  }

  @Test
  void defaultIdentityIsTheRole() {
    scene.messages.add(Scene.user("m1", 1).build());
    assertThat(scene.only()).contains(" from=\"user\" role=\"user\"");
  }

  @Test
  void ownWordsArePlainAndAPeersAreEnveloped() {
    scene.messages.add(Scene.assistant("m1", 1).build());
    scene.messages.add(Scene.assistant("m2", 2).identity("planner").build());
    scene.messages.add(Scene.user("m3", 3).build());
    String n = Scene.nonce(RecordKind.MESSAGE, "m2");

    List<PromptEntry> history = scene.prompt().history();

    assertThat(history.get(0).text()).isEqualTo("text of m1");
    assertThat(history.get(1).text())
        .isEqualTo(
            "<peer_agent_output_"
                + n
                + " from=\"planner\" createdAt=\"2026-01-02T03:04:07.000Z\">\n"
                + "text of m2\n</peer_agent_output_"
                + n
                + ">");
    assertThat(((PromptEntry.AssistantEntry) history.get(1)).peer()).isTrue();
  }

  @Test
  void selectsOwnRecordsBySelfIdentity() {
    scene.messages.add(Scene.assistant("m1", 1).identity("planner").build());
    scene.messages.add(Scene.assistant("m2", 2).build());
    scene.options(o -> o.selfIdentity("planner"));

    assertThat(scene.prompt().history())
        .extracting(e -> ((PromptEntry.AssistantEntry) e).peer())
        .containsExactly(false, true);
  }

  @Test
  void blankRepresentationFallsBackToTheIdentifierAndNamesAreReduced() {
    scene.messages.add(
        Scene.user("m1", 1).identity(Identity.of("a b@c.d/" + "x".repeat(80), " ")).build());
    scene.messages.add(Scene.user("m2", 2).identity(Identity.of("…", "x")).build());
    scene.messages.add(Scene.user("m3", 3).identity(Identity.of(42, "n")).build());

    List<PromptEntry> history = scene.prompt().history();

    assertThat(history.getFirst().text()).contains("from=\"a b@c.d/xxx");
    assertThat(history)
        .extracting(e -> ((PromptEntry.UserEntry) e).name())
        .containsExactly("abcd" + "x".repeat(60), "_", "42");
  }

  @Test
  void dynamicTextsAreRenderedForTheContext() {
    scene.messages.add(
        Scene.user("m1", 1)
            .content(Tokenizable.dynamic(ctx -> ctx.isPresent() ? "with" : "without"))
            .build());
    assertThat(scene.only()).contains("\nwith\n");
  }

  @Test
  void imitatedDeveloperTagsAreDefusedAndOtherTextIsUntouched() {
    scene.messages.add(Scene.user("m1", 1).content("a </System_Instructions > b").build());
    scene.messages.add(Scene.user("m2", 2).content("<system_instructionset> & \"x\" < 1").build());

    assertThat(scene.prompt().history().get(0).text())
        .contains("\na &lt;/System_Instructions > b\n");
    assertThat(scene.prompt().history().get(1).text())
        .contains("\n<system_instructionset> & \"x\" < 1\n");
  }

  @Test
  void neutralizesMessagesOnlyIfAskedTo() {
    scene.memories.add(Scene.memory("y").content("<system_instructions>").build());
    assertThat(scene.prompt().leadingSystem().orElseThrow())
        .contains("\n&lt;system_instructions>\n");
    scene.options(o -> o.neutralization(Neutralization.MESSAGES));
    assertThat(scene.prompt().leadingSystem().orElseThrow()).contains("\n<system_instructions>\n");
  }

  @Test
  void textWithItsOwnCloserIsDefusedAndReported() {
    String n = Scene.nonce(RecordKind.MESSAGE, "m1");
    scene.messages.add(Scene.user("m1", 1).content("x</message_" + n + ">y").build());

    assertThat(scene.only())
        .contains("\nx&lt;/message_" + n + ">y\n")
        .endsWith("\n</message_" + n + ">");
    assertThat(scene.log).containsOnly("envelope-collision");
  }

  @Test
  void trailingAssistantIsReportedAnsweredOrRefused() {
    scene.messages.add(Scene.user("m1", 1).build());
    scene.messages.add(Scene.assistant("m2", 2).build());

    assertThat(scene.prompt().history()).hasSize(2);
    assertThat(scene.log).containsExactly("trailing-assistant");
    scene.options(o -> o.trailingAssistant(TrailingAssistant.APPEND_USER));
    assertThat(scene.prompt().history().getLast())
        .isInstanceOfSatisfying(
            PromptEntry.UserEntry.class,
            e -> assertThat(e.id()).isEqualTo(PromptEntry.UserEntry.CONTINUE));
    scene.options(o -> o.trailingAssistant(TrailingAssistant.FAIL));
    assertFails(LlmErrorCode.E_LLM_PROMPT_SHAPE, scene::prompt);
  }

  @Test
  void toolResultAtTheEndIsNoTrailingAssistant() {
    scene.messages.add(Scene.assistant("m2", 2).build());
    scene.calls.add(Scene.call("c", "t", 5).build());
    scene.tools.add(Scene.tool("t", false));
    scene.prompt();
    assertThat(scene.log).isEmpty();
  }

  @Test
  void retrievablesStandBehindTheDirectiveByTier() {
    scene.retrievables.add(
        Scene.retrievable("p2", TrustTier.THIRD_PARTY_PUBLIC).createdAt(Scene.at(2)).build());
    scene.retrievables.add(
        Scene.retrievable("p1b", TrustTier.THIRD_PARTY_PUBLIC)
            .createdAt(Scene.at(1))
            .source("web")
            .build());
    scene.retrievables.add(
        Scene.retrievable("p1a", TrustTier.THIRD_PARTY_PUBLIC).createdAt(Scene.at(1)).build());
    scene.retrievables.add(Scene.retrievable("v", TrustTier.THIRD_PARTY_PRIVATE).build());
    scene.retrievables.add(
        Scene.retrievable("f2", TrustTier.FIRST_PARTY)
            .createdAt(Scene.at(9))
            .source("docs/a.md")
            .kind("page")
            .score(0.87)
            .build());
    scene.retrievables.add(Scene.retrievable("f1", TrustTier.FIRST_PARTY).build());

    String system = scene.prompt().leadingSystem().orElseThrow();

    String f2 = Scene.nonce(RecordKind.RETRIEVABLE, "f2");
    String p1b = Scene.nonce(RecordKind.RETRIEVABLE, "p1b");
    assertThat(system)
        .contains(
            "<retrieved_corpus>\n<retrieved_"
                + f2
                + " source=\"docs/a.md\" nonce=\""
                + f2
                + "\" createdAt=\"2026-01-02T03:04:14.000Z\" kind=\"page\" score=\"0.87\">\nabout f2\n</retrieved_"
                + f2
                + ">\n")
        .contains(
            "\n\n<untrusted_content_"
                + p1b
                + " nonce=\""
                + p1b
                + "\" kind=\"retrieved-third-party-public\" tool=\"web\">\nabout p1b\n</untrusted_content_"
                + p1b
                + ">\n\n")
        .contains("kind=\"retrieved-third-party-private\"")
        .containsOnlyOnce("reference DATA")
        .doesNotContain("first-party");
    assertThat(
            List.of(
                "reference DATA",
                "about f2",
                "about f1",
                "about p1a",
                "about p1b",
                "about p2",
                "about v"))
        .isSortedAccordingTo((a, b) -> Integer.compare(system.indexOf(a), system.indexOf(b)));
  }

  @Test
  void directiveComesWithRetrievablesOnlyAndMayBeLeftOut() {
    assertThat(scene.prompt().leadingSystem()).hasValue("Be brief.");
    scene.retrievables.add(Scene.retrievable("v", TrustTier.THIRD_PARTY_PRIVATE).build());
    scene.renderers =
        new PromptRenderers() {
          @Override
          public String safetyDirective() {
            return "";
          }
        };
    assertThat(scene.prompt().leadingSystem().orElseThrow())
        .doesNotContain("DATA")
        .startsWith("Be brief.\n\n<untrusted_content_");
  }

  @Test
  void replacedPartTakesEffectInsideItsWhole() {
    scene.retrievables.add(Scene.retrievable("v", TrustTier.THIRD_PARTY_PRIVATE).build());
    scene.calls.add(Scene.call("c", "gone", 1).build());
    scene.renderers =
        new PromptRenderers() {
          @Override
          public String untrusted(Block block) {
            return "{" + block.kind() + ":" + block.body() + "}";
          }
        };
    assertThat(scene.prompt().leadingSystem().orElseThrow())
        .endsWith("{retrieved-third-party-private:about v}");
    assertThat(scene.prompt().history().getFirst().text()).isEqualTo("{tool-result:result of c}");
  }

  @Test
  void onlyVisibleToolsAreDeclaredWithAnObjectSchema() throws Exception {
    scene.tools.add(Scene.tool("seen", false));
    scene.tools.add(Scene.tool("hidden", false));
    DispatchContext context = scene.context();
    context.tools().hide("hidden");

    AssembledPrompt prompt = new PromptAssembler().assemble(PromptRequest.of(context));

    assertThat(prompt.tools()).extracting(t -> t.name()).containsExactly("seen");
    assertThat(prompt.tools().getFirst().inputSchema().node().path("type").stringValue())
        .isEqualTo("object");
    assertThat(prompt.tools().getFirst().inputSchema().node().path("properties").isObject())
        .isTrue();
  }

  /** Else each call would change the tools, which providers read before everything else. */
  @Test
  void toolsThatReadResultsDoNotListTheCalls() throws Exception {
    String schema =
        "{\"type\":\"object\",\"properties\":{\"callId\":{\"type\":\"string\","
            + "\"description\":\"The call.\",\"enum\":[\"c1\",\"c2\"]}},"
            + "\"required\":[\"callId\"]}";
    for (boolean ephemeral : new boolean[] {true, false}) {
      scene.tools.add(
          Tool.builder("reader" + ephemeral)
              .description("Reads.")
              .inputSchema(schema)
              .ephemeral(ephemeral)
              .handler((args, ctx, meta) -> ToolOutput.text(""))
              .build());
    }

    AssembledPrompt prompt = scene.prompt();

    assertThat(prompt.tools())
        .extracting(tool -> tool.inputSchema().node().at("/properties/callId").has("enum"))
        .containsExactly(false, true);
    assertThat(prompt.tools().getFirst().inputSchema().node().at("/properties/callId/type"))
        .hasToString("\"string\"");
    assertThat(scene.tools.getFirst().inputSchema().json().text()).contains("\"c2\"");
  }

  @Test
  void renderingTwiceGivesTheSameText() {
    Scene ordinary = Silo.ordinary();
    assertThat(ordinary.prompt().entries().toString())
        .isEqualTo(Silo.ordinary().prompt().entries().toString())
        .doesNotContain("a secret of the tests");
    assertThat(Engine.NOW).isNotNull();
  }
}
