package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clients that connect, read a little, and leave. */
@Tag("slow")
@ExtendWith(Answers.class)
class LeavingClientsTests {

  @Test
  void leaveTheirTaskAndNoFollowerBehind() throws Exception {
    try (ProtocolsScene scene =
        new ProtocolsScene("adk.stream.heartbeat=200ms", "adk.limits.streams-per-subject=20")) {
      HttpResponse<InputStream> first = connect(scene);
      assertThat(first.statusCode()).isEqualTo(200);
      int refused = 0;
      for (int i = 0; i < 60; i++) {
        HttpResponse<InputStream> again = connect(scene);
        refused += again.statusCode() == 429 ? 1 : 0;
      }
      assertThat(refused).isPositive();
      assertThat(scene.script().turns).hasValue(1);
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .pollInterval(Duration.ofSeconds(1))
          .until(() -> connect(scene).statusCode() == 200);
    }
  }

  private static HttpResponse<InputStream> connect(ProtocolsScene scene) throws Exception {
    String body =
        "{\"message\":{\"messageId\":\"m-1\",\"role\":\"ROLE_USER\","
            + "\"parts\":[{\"text\":\"Refund payout\"}]}}";
    HttpClient client = HttpClient.newHttpClient();
    HttpResponse<InputStream> answer =
        client.send(
            HttpRequest.newBuilder(scene.base.resolve("/a2a/demo/message:stream"))
                .header("Authorization", "Bearer peer")
                .header("Content-Type", "application/json")
                .header("A2A-Version", "1.0")
                .POST(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofInputStream());
    assertThat(answer.body().read()).isPositive();
    answer.body().close();
    client.shutdownNow();
    return answer;
  }
}
