package dev.adk4j.boot.protocol;

import static dev.adk4j.boot.protocol.ProtocolClient.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import dev.adk4j.boot.protocol.ProtocolsScene.Layout;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.TrustTier;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The sources of an answer, for pages of the AI SDK. */
@Timeout(60)
@ExtendWith(Answers.class)
class AiSdkSourcesTests {

  private static final String ASKED = "Who pays the postage of a parcel from abroad?";

  @AutoClose private static ProtocolsScene scene;

  @BeforeAll
  static void start() {
    scene = scene("adk.web.ai-sdk.sources=true");
  }

  private static ProtocolsScene scene(String... properties) {
    return new ProtocolsScene(
        Layout.PLAIN,
        parts -> parts.registerBean("pages", TurnMiddleware.class, () -> AiSdkSourcesTests.pages()),
        properties);
  }

  private static TurnMiddleware pages() {
    return (ctx, next) -> {
      for (int i = 0; i < 2; i++) {
        ctx.turnRetrievables()
            .add(
                Retrievable.builder()
                    .id("page-" + i)
                    .content("secret words")
                    .trustTier(TrustTier.THIRD_PARTY_PUBLIC)
                    .source("https://shop.example/postage")
                    .createdAt(Instant.EPOCH)
                    .updatedAt(Instant.EPOCH)
                    .build());
      }
      next.proceed();
    };
  }

  @Test
  void areTheAddressesAndDocumentsOfTheTurnOnce() {
    Reply reply = say(scene);

    assertThat(reply.types())
        .containsOnlyOnce("source-url")
        .contains("source-document")
        .endsWith("finish-step", "finish");
    assertThat(reply.event("source-url").path("url").asString())
        .isEqualTo("https://shop.example/postage");
    assertThat(reply.event("source-document").path("title").asString()).contains("returns.md");
    assertThat(reply.body()).doesNotContain("secret words", "page-0", "postage of a parcel.");
  }

  @Test
  void areNotToldUnlessAskedFor() {
    try (ProtocolsScene silent = scene()) {
      assertThat(say(silent).body()).doesNotContain("source-", "shop.example", "returns.md");
    }
  }

  @Test
  void arePartsOfTheMessageOfNpmsClient() throws Exception {
    String printed =
        NpmClients.run(
            "ai-sdk-parts.mjs", Map.of("CHAT_URL", scene.base + "/api/chat", "TEXT", ASKED));

    assertThat(printed)
        .contains("source-url https://shop.example/postage", "source-document ", "returns.md");
  }

  private static Reply say(ProtocolsScene scene) {
    return new ProtocolClient(scene.base, "ann")
        .post("/api/chat", said(UUID.randomUUID().toString(), ASKED));
  }
}
