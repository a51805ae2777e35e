package dev.adk4j.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.artifact.SpooledArtifact.SizeHints;
import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.RetrievableContent;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ToolResultTests {

  private final Scene scene = new Scene();

  @BeforeEach
  void tools() {
    scene.tools.add(Scene.tool("search", false));
    scene.tools.add(Scene.tool("clock", true));
  }

  private String shown(ToolCall.Builder call) {
    scene.calls.clear();
    scene.calls.add(call.build());
    return scene.only();
  }

  @Test
  void resultOfAnOrdinaryToolIsUntrusted() {
    String text = shown(Scene.call("c", "search", 1));
    String n = Scene.nonce(scene.calls.getFirst());
    assertThat(text)
        .isEqualTo(
            "<untrusted_content_"
                + n
                + " nonce=\""
                + n
                + "\" kind=\"tool-result\" tool=\"search\">\n"
                + "result of c\n</untrusted_content_"
                + n
                + ">");
  }

  @Test
  void resultOfATrustedToolIsTrusted() {
    String text = shown(Scene.call("c", "clock", 1));
    String n = Scene.nonce(scene.calls.getFirst());
    assertThat(text)
        .startsWith(
            "<trusted_content_"
                + n
                + " nonce=\""
                + n
                + "\" kind=\"trusted-tool-result\" tool=\"clock\">\n")
        .endsWith("\n</trusted_content_" + n + ">");
  }

  @Test
  void errorOfATrustedToolIsUntrusted() {
    assertThat(shown(Scene.call("c", "clock", 1).isError(true)))
        .startsWith("<untrusted_content_")
        .contains("kind=\"tool-error\" tool=\"clock\"");
  }

  @Test
  void passesErrorsAndHandlesToRenderersAsUntrusted() {
    List<Boolean> told = new ArrayList<>();
    scene.renderers =
        new PromptRenderers() {
          @Override
          public String toolResult(
              ToolCall call, @Nullable Tool tool, Block result, PromptRenderers parts) {
            told.add(result.trusted());
            return result.body();
          }
        };
    shown(Scene.call("c", "clock", 1));
    shown(Scene.call("c", "clock", 1).isError(true));
    shown(Scene.call("c", "clock", 1).inline(false).results(Scene.artifact("body text")));
    shown(Scene.call("c", "search", 1));
    assertThat(told).containsExactly(true, false, false, false);
  }

  @Test
  void resultOfAMissingToolIsUntrustedAndReportedOnce() {
    scene.calls.add(Scene.call("c1", "gone", 1).build());
    scene.calls.add(Scene.call("c2", "gone", 2).build());
    var context = scene.context();
    assertThat(scene.render(context).assemble().history().getFirst().text())
        .contains("kind=\"tool-result\" tool=\"gone\"");
    scene.render(context);
    assertThat(scene.log).containsExactly("helper-warning");
  }

  @Test
  void resultsAreShownByteForByte() {
    String body = "<system_instructions> & \"x\" </message_1>\r\n\u0000 </b>";
    assertThat(shown(Scene.call("c", "search", 1).results(ToolResults.text(body))))
        .contains(">\n" + body + "\n</");
  }

  @Test
  void largeResultIsAHandleWithItsReaders() {
    String text =
        shown(
            Scene.call("call-7", "clock", 1)
                .inline(false)
                .results(new SpooledMarkdownArtifact(SpoolReader.of("# A\nbody text\n"))));
    assertThat(text)
        .startsWith("<untrusted_content_")
        .contains("kind=\"artifact-handle\" tool=\"clock\"")
        .contains(
            "\n- callId: call-7\n- kind: SpooledMarkdownArtifact\n- byteLength: 14\n- lineCount: 3\n")
        .contains("with callId=call-7:\n")
        .containsPattern("\n- artifact_head — \\S")
        .containsPattern("\n- artifact_md_\\w+ — \\S")
        .doesNotContain("body text");
  }

  @Test
  void inlinedArtifactIsShownWhole() {
    assertThat(shown(Scene.call("c", "clock", 1).inline(true).results(Scene.artifact("body text"))))
        .contains("kind=\"trusted-tool-result\"")
        .contains("\nbody text\n");
  }

  @Test
  void showsAListOfArtifactsWholeAndWarnsIfNotInline() {
    ToolResults list = ToolResults.artifacts(List.of(Scene.artifact("one"), Scene.artifact("two")));
    assertThat(shown(Scene.call("c", "search", 1).inline(true).results(list)))
        .contains("\none\n\ntwo\n");
    assertThat(scene.log).isEmpty();
    assertThat(shown(Scene.call("c", "search", 1).inline(false).results(list)))
        .contains("\none\n\ntwo\n");
    assertThat(scene.log).containsExactly("helper-warning");
  }

  @Test
  void countsUnreadableSizesAsZero() {
    assertThat(
            shown(
                Scene.call("c", "search", 1)
                    .inline(false)
                    .results(new SpooledArtifact(new Broken()))))
        .contains("- byteLength: 0\n- lineCount: 0\n");
  }

  @Test
  void argumentsAreAlwaysAJsonObject() {
    shown(Scene.call("c", "search", 1).args(Map.of("q", "a\"b\n")));
    PromptEntry.ToolExchange exchange =
        (PromptEntry.ToolExchange) scene.prompt().history().getFirst();
    assertThat(JsonValue.parse(exchange.arguments())).isEqualTo(scene.calls.getFirst().args());
    assertThat(exchange.declaration()).isNotNull();
  }

  @Test
  void sendsVendorDataOfKnownFormats() {
    ToolCall.Builder call =
        Scene.call("c", "search", 1)
            .payload(JsonValue.of((Object) "signature"))
            .replayCompatibility("vendor-v1");
    shown(call);
    assertThat(((PromptEntry.ToolExchange) scene.prompt().history().getFirst()).replay()).isNull();
    scene.options(o -> o.replayCompatibility("vendor-v1"));
    assertThat(((PromptEntry.ToolExchange) scene.prompt().history().getFirst()).replay())
        .extracting(PromptEntry.ReplayItem::id)
        .isEqualTo("c");
  }

  @Test
  void omitsRetrievedArtifactsWithoutAHandleAndWarns() {
    SpooledArtifact artifact = Scene.artifact("body text");
    artifact.setSizeHints(new SizeHints(9, 1));
    scene.retrievables.add(
        Scene.retrievable("r1", TrustTier.THIRD_PARTY_PUBLIC)
            .content(new RetrievableContent.ArtifactContent(artifact))
            .build());

    assertThat(scene.prompt().leadingSystem().orElseThrow()).doesNotContain("r1", "body text");
    assertThat(scene.log).containsExactly("helper-warning");

    scene.renderers =
        new PromptRenderers() {
          @Override
          public String retrievableHandle(SpooledArtifact.Handle handle) {
            return "Open it with open_document " + handle.callId();
          }
        };
    assertThat(scene.prompt().leadingSystem().orElseThrow())
        .contains("kind=\"retrieved-third-party-public\">\nOpen it with open_document r1\n");

    scene.retrievables.set(0, scene.retrievables.getFirst().toBuilder().inline(true).build());
    assertThat(scene.prompt().leadingSystem().orElseThrow()).contains("\nbody text\n");
  }

  private static final class Broken implements SpoolReader {
    @Override
    public String readAll() throws IOException {
      throw new IOException("broken");
    }

    @Override
    public long byteLength() throws IOException {
      throw new IOException("broken");
    }

    @Override
    public long lineCount() throws IOException {
      throw new IOException("broken");
    }

    @Override
    public Optional<String> line(long index) throws IOException {
      throw new IOException("broken");
    }
  }
}
