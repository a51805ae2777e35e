package dev.adk4j.primitive;

import static dev.adk4j.error.AdkErrorCode.E_INVALID_INITIAL_RETRIEVABLE_VALUE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.artifact.SpooledArtifact.SizeHints;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.token.TokenEncoding;
import dev.adk4j.token.Tokenizable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class RetrievableTests {

  private static final Map<String, Object> VALID =
      Map.of("id", "r", "content", "c", "trustTier", "first-party", "createdAt", 0, "updatedAt", 0);

  private final SpooledArtifact artifact = new SpooledArtifact(SpoolReader.of("hello world"));

  private static List<String> wrong(ThrowingCallable call) {
    return Samples.violations(E_INVALID_INITIAL_RETRIEVABLE_VALUE, call);
  }

  @Test
  void theTierIsNeverAssumed() {
    assertThat(
            wrong(
                () ->
                    Retrievable.fromMap(
                        Samples.without(Samples.with(VALID, "source", "https://a"), "trustTier"))))
        .containsExactly("$.trustTier");
    for (Object tier :
        Arrays.asList("unknown", "user-supplied", "third-party", "First-Party", null, 1)) {
      assertThat(wrong(() -> Retrievable.fromMap(Samples.with(VALID, "trustTier", tier))))
          .containsExactly("$.trustTier");
    }
  }

  @Test
  void contentIsTextOrAnArtifact() throws Exception {
    assertThat(Retrievable.fromMap(VALID).contentString()).isEqualTo("c");
    assertThat(Samples.retrievable().content(artifact).build().contentString())
        .isEqualTo("hello world");
    Tokenizable text = Tokenizable.of("");
    assertThat(Samples.retrievable().content(text).build().content())
        .isEqualTo(new RetrievableContent.TextContent(text));
    for (Object content : Arrays.asList(null, "", 5, Map.of(), Samples.image())) {
      assertThat(wrong(() -> Retrievable.fromMap(Samples.with(VALID, "content", content))))
          .containsExactly("$.content");
    }
  }

  @Test
  void countsTheShownText() throws Exception {
    String encoding = TokenEncoding.CL100K_BASE.id();
    assertThat(Samples.retrievable().content("hello world").build().estimateTokens(encoding))
        .isEqualTo(2);
    Retrievable unknown = Samples.retrievable().content(artifact).build();
    assertThat(unknown.sizeUnknown()).isTrue();
    assertThat(unknown.estimateTokens(encoding)).isEqualTo(2);
    artifact.setSizeHints(SizeHints.of("hello world"));
    assertThat(unknown.sizeUnknown()).isFalse();
    int handle = Tokenizable.estimateTokens(artifact.handleText("r"), encoding);
    assertThat(unknown.estimateTokens(encoding)).isEqualTo(handle).isGreaterThan(2);
    Retrievable inline = unknown.toBuilder().inline(true).build();
    assertThat(inline.sizeUnknown()).isFalse();
    assertThat(inline.estimateTokens("cl100k_base")).isEqualTo(2);
  }

  @Test
  void optionalFieldsAreChecked() {
    Map<String, Object> map =
        Samples.map("{'source': '', 'kind': 1, 'score': 2, 'inline': 'x', 'sizeUnknown': false}");
    map.putAll(VALID);
    assertThat(wrong(() -> Retrievable.fromMap(map)))
        .containsExactlyInAnyOrder("$.source", "$.kind", "$.score", "$.inline", "$.sizeUnknown");
    Retrievable full = Samples.retrievable().content("c").source("s").kind("k").score(0.25).build();
    assertThat(full.source()).contains("s");
    assertThat(full.kind()).contains("k");
    assertThat(full.score()).hasValue(0.25);
    assertThat(full.toBuilder().build().sameContentAs(full)).isTrue();
  }

  @Test
  void artifactTypesAreKnownOnes() {
    Retrievable wrong = Samples.retrievable().content("c").artifactConstructor("nobody").build();
    assertThat(wrong(() -> Gen.CODEC.decodeRetrievable(Gen.CODEC.encode(wrong))))
        .containsExactly("$.artifactConstructor");
  }
}
