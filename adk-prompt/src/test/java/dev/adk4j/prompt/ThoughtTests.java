package dev.adk4j.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.primitive.Thought;
import dev.adk4j.prompt.NonceSource.RecordKind;
import dev.adk4j.prompt.PromptOptions.ThoughtSurfacing;
import dev.adk4j.value.JsonValue;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThoughtTests {

  private static final JsonValue PAYLOAD = JsonValue.of((Object) "sealed");

  private final Scene scene = new Scene();

  private List<String> surviving() {
    return scene.prompt().history().stream().map(e -> ((PromptEntry.ThoughtEntry) e).id()).toList();
  }

  private static Thought.Builder opaque(String id, int second, String tag) {
    return Scene.thought(id, second).payload(PAYLOAD).replayCompatibility(tag);
  }

  @Test
  void ownThoughtNamesItsIdentifier() {
    scene.thoughts.add(Scene.thought("t", 1).build());
    String n = Scene.nonce(RecordKind.THOUGHT, "t");
    assertThat(scene.only())
        .isEqualTo(
            "<thought_"
                + n
                + " nonce=\""
                + n
                + "\" kind=\"self-reasoning\" from=\"assistant\""
                + " createdAt=\"2026-01-02T03:04:06.000Z\">\nthinking t\n</thought_"
                + n
                + ">");
  }

  @Test
  void peersThoughtIsWrappedTwiceAndClosedSymmetrically() {
    scene.options(o -> o.thoughtSurfacing(ThoughtSurfacing.ALL));
    scene.thoughts.add(Scene.thought("t", 1).identity("planner").build());
    String n = Scene.nonce(RecordKind.THOUGHT, "t");
    assertThat(scene.only())
        .startsWith(
            "<peer_agent_output_"
                + n
                + " kind=\"reasoning\" from=\"planner\""
                + " createdAt=\"2026-01-02T03:04:06.000Z\">\n<thought_"
                + n
                + " nonce=\""
                + n
                + "\" kind=\"peer-reasoning\" from=\"planner\"")
        .endsWith("\nthinking t\n</thought_" + n + ">\n</peer_agent_output_" + n + ">");
  }

  @Test
  void opaqueThoughtIsANoticeAndItsPayloadGoesOutBesideTheText() {
    scene.options(o -> o.replayCompatibility("vendor-v1"));
    scene.thoughts.add(opaque("t", 1, "vendor-v1").content("for humans").build());
    AssembledPrompt prompt = scene.prompt();
    assertThat(prompt.history().getFirst().text())
        .contains("kind=\"opaque-reasoning\" from=\"assistant\" createdAt=")
        .contains(" replayCompatibility=\"vendor-v1\">")
        .doesNotContain("for humans")
        .doesNotContain("sealed");
    assertThat(prompt.reasoning())
        .containsExactly(new PromptEntry.ReplayItem("t", "vendor-v1", PAYLOAD));
    assertThat(prompt.reasoning().toString()).doesNotContain("sealed");
  }

  @Test
  void selectsThoughtsByCompatibility() {
    scene.thoughts.add(Scene.thought("plain", 1).build());
    scene.thoughts.add(Scene.thought("plain-text", 2).replayCompatibility("plain-text").build());
    scene.thoughts.add(Scene.thought("tagged", 3).replayCompatibility("vendor-v1").build());
    scene.thoughts.add(opaque("opaque", 4, "vendor-v1").build());
    scene.thoughts.add(opaque("foreign", 5, "vendor-v2").build());
    scene.thoughts.add(opaque("opaque-plain", 6, "plain-text").build());

    assertThat(surviving()).containsExactly("plain", "plain-text");
    scene.options(o -> o.replayCompatibility("vendor-v1"));
    assertThat(surviving()).containsExactly("plain", "plain-text", "tagged", "opaque");
  }

  @Test
  void selectsThoughtsBySurfacing() {
    scene.thoughts.add(Scene.thought("b", 2).build());
    scene.thoughts.add(Scene.thought("a", 2).build());
    scene.thoughts.add(Scene.thought("peer", 1).identity("planner").build());
    scene.thoughts.add(opaque("newest", 9, "vendor-v1").build());

    assertThat(surviving()).containsExactly("a", "b");
    scene.options(o -> o.thoughtSurfacing(ThoughtSurfacing.LATEST_SELF));
    assertThat(surviving()).containsExactly("b");
    scene.options(o -> o.thoughtSurfacing(ThoughtSurfacing.ALL));
    assertThat(surviving()).containsExactly("peer", "a", "b");
    scene.options(o -> o.thoughtSurfacing(ThoughtSurfacing.NONE));
    assertThat(surviving()).isEmpty();
    assertThat(scene.context().turnThoughts()).hasSize(4);
  }
}
