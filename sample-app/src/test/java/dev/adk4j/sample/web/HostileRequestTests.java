package dev.adk4j.sample.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.sample.SampleApplication;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;

/** What no browser of a person who means well sends. */
@SpringBootTest(
    classes = SampleApplication.class,
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.datasource.url=jdbc:h2:mem:hostile;DB_CLOSE_DELAY=-1",
      "sample.agent.delta-pause=0",
      "sample.web.hosts=agent.example,other.example"
    })
class HostileRequestTests extends SampleOverHttp {

  @Test
  void nobodyOnTheNetworkIsAnswered() throws Exception {
    List<Inet4Address> addresses =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(Inet4Address.class::isInstance)
            .map(Inet4Address.class::cast)
            .filter(address -> !address.isLoopbackAddress())
            .toList();

    for (Inet4Address address : addresses) {
      try (Socket socket = new Socket()) {
        assertThatThrownBy(() -> socket.connect(new InetSocketAddress(address, port), 5_000))
            .as(address.toString())
            .isInstanceOf(IOException.class);
      }
    }
    assertThat(raw("GET", "/api/agent", "localhost")).startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", "LOCALHOST:80", "127.0.0.1:8080", "[::1]:8080", "Agent.Example"})
  void answersUnderNamesOfThisMachineAndConfiguredOnes(String host) throws Exception {
    assertThat(raw("GET", "/api/agent", host)).startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.2",
        "0.0.0.0",
        "agent.example.evil.example",
        "xagent.example",
        "[::2]"
      })
  void refusesEveryOtherName(String host) throws Exception {
    for (String path : List.of("/", "/api/agent", "/api/conversations", "/actuator/adkgates")) {
      assertThat(raw("GET", path, host))
          .as(path)
          .startsWith("HTTP/1.1 403")
          .contains("E_HOST_NOT_ALLOWED");
    }
    assertThat(raw("POST", "/api/conversations/c/messages", host)).startsWith("HTTP/1.1 403");
    assertThat(raw("GET", "http://" + host + "/api/agent", "localhost"))
        .doesNotStartWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "",
        "http://evil.example",
        "http://localhost",
        "http://localhost:1",
        "http://localhost:8080.evil.example",
        "http://evil.example/localhost:8080",
        "localhost:8080"
      })
  void aPageOfAnotherOriginChangesNothing(String origin) throws Exception {
    assertThat(
            raw(
                "POST",
                "/api/conversations/foreign/messages",
                "localhost:8080",
                "Origin: " + origin,
                "Content-Type: application/json"))
        .startsWith("HTTP/1.1 403")
        .contains("E_CROSS_SITE_REQUEST");
  }

  @Test
  void theApplicationsOwnPageMayAsk() throws Exception {
    assertThat(
            raw(
                "POST",
                "/api/conversations/own/messages",
                "localhost:8080",
                "Origin: http://localhost:8080",
                "Content-Type: application/json"))
        .startsWith("HTTP/1.1 400")
        .contains("E_REQUEST_MALFORMED");
  }

  @ParameterizedTest
  @CsvSource({
    "'file:a.txt', 200, ''",
    "'file:a.txt,file:b.txt', 400, E_UPLOAD_MALFORMED",
    "'file:a.txt,other:b.txt', 400, E_UPLOAD_MALFORMED",
    "'other:a.txt', 400, E_UPLOAD_MALFORMED",
    "'text,text,file:a.txt', 400, E_UPLOAD_MALFORMED",
    "'text', 400, E_UPLOAD_MALFORMED",
    "'text:a.txt,file:a.txt', 400, E_UPLOAD_MALFORMED",
    "'file:a\u0001.txt', 400, E_ATTACHMENT_NAME_INVALID",
    "'file:a\u007f.txt', 400, E_ATTACHMENT_NAME_INVALID"
  })
  void anUploadHasOneFileWithAPlainName(String parts, int status, String code) throws Exception {
    String body =
        Arrays.stream(parts.split(",")).map(HostileRequestTests::part).collect(Collectors.joining())
            + "--cut--\r\n";
    HttpResponse<String> response = api.post("up", "multipart/form-data; boundary=cut", body);

    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.body()).contains(code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=other"
      })
  void anUploadWithoutItsBoundaryIsTheClientsFault(String type) throws Exception {
    HttpResponse<String> response = api.post("bound", type, part("file:a.txt") + "--cut--\r\n");

    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(response.body()).contains("E_UPLOAD_MALFORMED");
  }

  @Test
  void reportsLargeRequestsInOneWording() throws Exception {
    List<HttpResponse<String>> refused =
        List.of(
            api.upload("large", "a.txt", "a".repeat(7 << 20).getBytes(UTF_8)),
            api.upload("large", "a.txt", "a".repeat((5 << 20) + 1).getBytes(UTF_8)),
            api.post("large", "application/json", "{\"text\":\"" + "a".repeat(1 << 20) + "\"}"),
            api.post("large", "application/json", "{\"text\":\"" + "a ".repeat(33_000) + "\"}"));

    assertThat(refused).extracting(HttpResponse::statusCode).containsOnly(413);
    assertThat(refused)
        .extracting(response -> response.body().replaceFirst("\"instance\":\"[^\"]*\",", ""))
        .containsOnly(refused.getFirst().body());
    assertThat(api.get("/large").statusCode()).isEqualTo(404);
  }

  @Test
  void aLongNameIsNotCutWithinACharacter() throws Exception {
    String end = "b".repeat(71) + ".txt";
    assertThat(api.upload("long", "😀".repeat(60) + end, "hello".getBytes(UTF_8)).statusCode())
        .isEqualTo(200);

    assertThat(api.conversation("long").at("/entries/0/message/attachments/0/filename").asString())
        .isEqualTo("😀".repeat(45) + end);
  }

  @Test
  void refusesUnreadableDecisionWithItsCode() throws Exception {
    for (String body :
        List.of(
            "",
            "[]",
            "{\"decision\":",
            "{\"decision\":1}",
            "{\"decision\":\"maybe\"}",
            "{\"x\":1}")) {
      HttpResponse<String> response = api.postJson("/api/conversations/c/turns/t/gates/g", body);
      assertThat(response.statusCode()).as(body).isEqualTo(400);
      assertThat(response.body()).as(body).contains("E_DECISION_INVALID");
    }
  }

  @Test
  void erasingStopsTheTurnsOfTheConversationFirst() throws Exception {
    try (GateWatcher gate = GateWatcher.ask(api, "erased", "publish: Erased - secret")) {
      String turn = gate.path().replaceFirst("/gates/.*", "");

      assertThat(api.delete("/api/conversations/erased").statusCode()).isEqualTo(204);

      assertThat(api.get("/erased").statusCode()).isEqualTo(404);
      assertThat(api.json("/api/conversations/erased/turns").path("turns")).isEmpty();
      HttpResponse<String> events = api.getPath(turn + "/events");
      assertThat(events.statusCode()).isEqualTo(404);
      assertThat(events.body()).contains("E_STREAM_TURN_UNKNOWN").doesNotContain("secret");
      assertThat(api.postJson(gate.path(), "{\"decision\":\"approve\"}").statusCode())
          .isEqualTo(409);
    }
    assertThat(api.json("/api/notes").toString()).doesNotContain("Erased");
  }

  @Test
  void unreadableQueryIsAProblem() throws Exception {
    for (String query : List.of("%", "a=%ff", "=", "p&".repeat(1_001))) {
      for (String path : List.of("/actuator/adkgates", "/actuator/adkturns", "/actuator/adk")) {
        assertThat(raw("GET", path + "?" + query, "localhost"))
            .as(path)
            .startsWith("HTTP/1.1 400")
            .contains("E_INPUT_UNREADABLE");
      }
      for (String path : List.of("/actuator/health", "/actuator/metrics")) {
        assertThat(raw("GET", path + "?" + query, "localhost"))
            .as(path)
            .startsWith("HTTP/1.1 400")
            .contains("E_QUERY_MALFORMED");
      }
    }
  }

  @Test
  void otherMediaTypesOfDecisionsAreUnsupported() throws Exception {
    for (String type : List.of("*", "*/*", "text/plain", "multipart/form-data; boundary=x")) {
      assertThat(
              raw(
                  "POST",
                  "/api/conversations/c/turns/t/gates/g",
                  "localhost",
                  "Content-Type: " + type))
          .as(type)
          .containsPattern("^HTTP/1.1 4(00|15)")
          .contains("\"code\":\"E_");
    }
  }

  @Test
  void foreignEncodingOfJsonIsAProblem() throws Exception {
    for (String path : List.of("/api/agent", "/actuator/adk", "/actuator/metrics")) {
      assertThat(raw("GET", path, "localhost", "Accept: application/json;charset=utf-16"))
          .as(path)
          .startsWith("HTTP/1.1 406")
          .contains("\"code\":\"E_");
    }
  }

  @Test
  void resistsTheAttackScript() throws Exception {
    Process script =
        new ProcessBuilder(
                root().resolve("scripts/attack-web.sh").toString(),
                "--sample",
                "http://localhost:" + port,
                "--floods",
                "40")
            .redirectErrorStream(true)
            .start();
    String output = new String(script.getInputStream().readAllBytes(), UTF_8);

    assertThat(script.waitFor()).as(output).isZero();
    assertThat(output).contains(" held, 0 broken").doesNotContain("BROKEN");
  }

  private static Path root() throws IOException {
    Path directory = Path.of("").toRealPath();
    while (!Files.exists(directory.resolve("settings.gradle.kts"))) {
      directory = directory.getParent();
    }
    return directory;
  }

  private static String part(String part) {
    String[] named = part.split(":");
    String file = named.length > 1 ? "; filename=\"" + named[1] + "\"" : "";
    return "--cut\r\nContent-Disposition: form-data; name=\"%s\"%s\r\n\r\nhello\r\n"
        .formatted(named[0], file);
  }

  private String raw(String method, String target, String host, String... headers)
      throws IOException {
    String head =
        "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nContent-Length: 0\r\n%s\r\n"
            .formatted(
                method,
                target,
                host,
                Arrays.stream(headers).map(h -> h + "\r\n").collect(Collectors.joining()));
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.getOutputStream().write(head.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }
}
