package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.ForkedJvm;
import dev.adk4j.value.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Clients of turns whose node is killed: npm's over the protocols, and Chromium's. */
@Tag("slow")
@Timeout(600)
class KilledDurableNodesTests {

  /** Events of the turn as the AI SDK reads them. */
  private static final int EVENTS = 19;

  /** They leave turns to the node that accepts them, unless that dies. */
  @AutoClose private static DurableNodes nodes;

  private static ProtocolsScene survivor;
  private static ProtocolsScene other;
  private static final List<Process> victims = new ArrayList<>();

  @BeforeAll
  static void start() {
    nodes =
        new DurableNodes(DatabaseKind.POSTGRES, "adk.durable.poll=1s", "adk.stream.heartbeat=5s");
    survivor = nodes.first;
    other = nodes.second;
  }

  /** A node that an earlier test left would take turns of the next test, whose kill hits none. */
  @AfterEach
  void stopVictims() {
    victims.forEach(Process::destroyForcibly);
  }

  private record Victim(long pid, String base) {

    static CompletableFuture<Victim> start(String... properties) {
      return CompletableFuture.supplyAsync(
          () -> {
            try {
              String[] all = ProtocolsScene.at(nodes.database, properties);
              Process process = ForkedJvm.start(ProtocolsScene.class, List.of("-Xmx256m"), all);
              victims.add(process);
              BufferedReader output = process.inputReader();
              String line = output.readLine();
              while (!line.startsWith("READY ")) {
                line = output.readLine();
              }
              Thread.startVirtualThread(() -> output.lines().forEach(any -> {}));
              return new Victim(process.pid(), line.substring("READY ".length()));
            } catch (IOException e) {
              throw new IllegalStateException(e);
            }
          },
          Thread::startVirtualThread);
    }
  }

  /**
   * A kill of the node that both pages read from.
   *
   * @param lead whose events are counted
   */
  private record Kill(String lead, int after) {}

  @Test
  void pagesEndWithTheSameTextWhereverTheirNodeIsKilled() throws Exception {
    kill(
        Stream.of(1, 4, 8, 11, 13, 16)
            .map(after -> new Kill(after % 2 == 0 ? "/agui" : "/api/chat", after))
            .toList());
  }

  @Test
  @Tag("soak")
  @Timeout(1800)
  void pagesEndWithTheSameTextAtEachEvent() throws Exception {
    kill(
        Stream.of("/agui", "/api/chat")
            .flatMap(
                lead -> IntStream.rangeClosed(1, EVENTS).mapToObj(after -> new Kill(lead, after)))
            .toList());
  }

  private void kill(List<Kill> all) throws Exception {
    int kills = 0;
    CompletableFuture<Victim> next = Victim.start();
    for (Kill each : all) {
      Victim victim = next.get();
      next = Victim.start();
      JsonNode told = read(victim, each, all.size() + "-" + all.indexOf(each), "");
      kills += told.path("killed").booleanValue() ? 1 : 0;
      assertThat(told.path("chat").asString())
          .as("AI SDK, killed after %s", each)
          .isEqualTo(SceneScript.TEXT);
      assertThat(told.path("agui").asString())
          .as("AG-UI, killed after %s", each)
          .isEqualTo(SceneScript.TEXT);
      assertThat(told.path("background").asString())
          .as("OpenAI in the background, killed after %s", each)
          .isEqualTo(SceneScript.TEXT);
    }
    System.out.println("pages killed " + kills + " of " + all.size());
    assertThat(kills).isGreaterThanOrEqualTo(all.size() - all.size() / 10 - 1);
  }

  /** A reader of A2A takes back the text that became void, by the updates that it gets. */
  @Test
  void aTaskIsReadToItsEndWhereItsNodeIsKilled() throws Exception {
    Victim victim = Victim.start().get();
    String message =
        ProtocolClient.json(
            "{'configuration': {'returnImmediately': true}, 'message': {'messageId': 'k', 'role':"
                + " 'ROLE_USER', 'parts': [{'text': 'Tell slowly'}]}}");
    String id =
        Json.read(
                new ProtocolClient(URI.create(victim.base), "ann")
                    .post("/a2a/demo/message:send", message, "A2A-Version", "1.0")
                    .body())
            .at("/task/id")
            .asString();
    HttpRequest follow =
        HttpRequest.newBuilder(survivor.base.resolve("/a2a/demo/tasks/" + id + ":subscribe"))
            .header("Authorization", "Bearer ann")
            .header("A2A-Version", "1.0")
            .build();

    Map<String, String> texts = new LinkedHashMap<>();
    List<String> emptied = new ArrayList<>();
    String state = "";
    try (Stream<String> lines =
        HttpClient.newHttpClient().send(follow, HttpResponse.BodyHandlers.ofLines()).body()) {
      for (String line : (Iterable<String>) lines::iterator) {
        JsonNode event = line.startsWith("data: ") ? Json.read(line.substring(6)) : Json.read("{}");
        event
            .at("/task/artifacts")
            .forEach(
                shown ->
                    texts.put(
                        shown.path("artifactId").asString(), shown.at("/parts/0/text").asString()));
        JsonNode update = event.path("artifactUpdate");
        String artifact = update.at("/artifact/artifactId").asString("");
        String text = update.at("/artifact/parts/0/text").asString("");
        if (update.path("append").asBoolean(true)) {
          texts.merge(artifact, text, String::concat); // nothing for other events
        } else {
          texts.put(artifact, text);
          emptied.addAll(text.isEmpty() ? List.of(artifact) : List.of());
        }
        state = event.at("/statusUpdate/status/state").asString(state);
        if (String.join("", texts.values()).contains("two ") && emptied.isEmpty()) {
          ProcessHandle.of(victim.pid).ifPresent(ProcessHandle::destroyForcibly);
        }
      }
    }

    JsonNode later =
        Json.read(
            new ProtocolClient(other.base, "ann")
                .send("GET", "/a2a/demo/tasks/" + id, null, "A2A-Version", "1.0")
                .body());
    assertThat(emptied).hasSize(1);
    assertThat(String.join("", texts.values())).isEqualTo(SceneScript.TEXT);
    assertThat(state).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(later.path("artifacts").valueStream().map(a -> a.at("/parts/0/text").asString()))
        .containsExactly(SceneScript.TEXT);
  }

  private static JsonNode read(Victim victim, Kill kill, String round, String plain)
      throws Exception {
    String output =
        NpmClients.run(
            "durable.mjs",
            Map.of(
                "VICTIM",
                victim.base,
                "SURVIVOR",
                survivor.base.toString(),
                "PID",
                String.valueOf(victim.pid),
                "LEAD",
                kill.lead,
                "AFTER",
                String.valueOf(kill.after),
                "ROUND",
                round,
                "PLAIN",
                plain));
    return Json.mapper().readTree(output.lines().toList().getLast());
  }

  @ParameterizedTest
  @CsvSource({"/agui, 2", "/agui, 7", "/api/chat, 2", "/api/chat, 7"})
  void aPageOfAPlainTurnEndsWithAnErrorWhenItsNodeIsKilled(String lead, int after)
      throws Exception {
    Victim victim = Victim.start("adk.durable.protocols=false").get();

    JsonNode told =
        read(victim, new Kill(lead, after), "plain" + lead.replace('/', '-') + after, "true");

    assertThat(told.path("killed").booleanValue()).isTrue();
    assertThat(told.path("chat").path("status").asString()).isEqualTo("error");
    assertThat(told.path("chat").path("error").asString("")).isNotBlank();
    assertThat(told.path("agui").path("finished").booleanValue()).isFalse();
    assertThat(told.path("agui").path("error").asString("")).isNotBlank();
  }

  @Test
  void anEventSourceThatIsCutAtEachEventGetsWhatAnUncutReaderGets() throws Exception {
    requireChromium();
    Victim victim = Victim.start().get();

    JsonNode told = read(victim, "cut", "");

    List<String> events = shown(told);
    assertThat(told.path("connections").intValue()).isGreaterThanOrEqualTo(events.size());
    assertThat(events).hasSizeGreaterThan(8).isEqualTo(uncut(told, "cut"));
  }

  @Test
  void anEventSourceIsToldWhatIsVoidAfterAKill() throws Exception {
    requireChromium();
    Victim victim = Victim.start().get();

    // two words were told, in as many events as were written at once
    JsonNode told = read(victim, "kill", "two ");

    assertThat(shown(told)).isEqualTo(uncut(told, "kill"));
    Page page = Page.of(told);
    assertThat(page.resets).isEqualTo(1);
    assertThat(page.text()).isEqualTo(SceneScript.TEXT);
  }

  @Test
  @Tag("soak")
  @Timeout(1800)
  void anEventSourceEndsWithTheSameTextAtEachEvent() throws Exception {
    requireChromium();
    CompletableFuture<Victim> next = Victim.start();
    int resets = 0;
    int kills = 0;
    for (int after = 1; after == 1 || kills == after - 1; after++) {
      Victim victim = next.get();
      next = Victim.start();
      String conversation = "kill-" + after;

      JsonNode told = read(victim, conversation, after);

      kills += told.path("killed").booleanValue() ? 1 : 0;
      assertThat(shown(told)).as("killed after %d", after).isEqualTo(uncut(told, conversation));
      Page page = Page.of(told);
      assertThat(page.text()).as("killed after %d", after).isEqualTo(SceneScript.TEXT);
      resets += page.resets;
    }
    System.out.println("event sources killed " + kills + ", resets " + resets);
    assertThat(kills).isGreaterThan(8);
    assertThat(resets).isGreaterThan(4);
  }

  /** What a page shows of the events: without what they say is void. */
  private static final class Page {
    private final Map<String, StringBuilder> texts = new LinkedHashMap<>();
    private int resets;

    static Page of(JsonNode told) {
      Page page = new Page();
      for (JsonNode event : told.path("events")) {
        JsonNode data = Json.mapper().readTree(event.path("data").asString());
        switch (event.path("name").asString()) {
          case "reset" -> {
            page.resets++;
            data.path("ids").forEach(id -> page.texts.remove(id.asString()));
          }
          case "message" ->
              page.texts
                  .computeIfAbsent(data.path("id").asString(), id -> new StringBuilder())
                  .append(data.path("delta").asString());
          default -> {}
        }
      }
      return page;
    }

    String text() {
      return String.join("", texts.values());
    }
  }

  private static void requireChromium() {
    boolean browser =
        System.getenv("ADK_TEST_CHROMIUM") != null
            || Files.isExecutable(Path.of("/usr/bin/chromium"));
    assertThat(browser || System.getenv("CI") == null).as("CI needs Chromium").isTrue();
    assumeTrue(browser, "needs Chromium");
  }

  private static JsonNode read(Victim victim, String conversation, int after) throws Exception {
    return read(victim, conversation, String.valueOf(after));
  }

  /** Kills the victim after so many events, at the event with this text, or not if it is empty. */
  private static JsonNode read(Victim victim, String conversation, String after) throws Exception {
    String output =
        NpmClients.run(
            "eventsource.mjs",
            Map.of(
                "NODES",
                survivor.base + "," + other.base + "," + victim.base,
                "CONVERSATION",
                conversation,
                "PID",
                after.isEmpty() ? "" : String.valueOf(victim.pid),
                "AFTER",
                after));
    return Json.mapper().readTree(output.lines().toList().getLast());
  }

  private static List<String> shown(JsonNode told) {
    return told.path("events")
        .valueStream()
        .map(
            event ->
                "id:"
                    + event.path("id").asString()
                    + "\nevent:"
                    + event.path("name").asString()
                    + "\ndata:"
                    + event.path("data").asString())
        .toList();
  }

  private static List<String> uncut(JsonNode told, String conversation) throws Exception {
    String all =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create(
                            survivor.base
                                + "/conversations/"
                                + conversation
                                + "/turns/"
                                + told.path("turn").asString()
                                + "/events"))
                    .header("Authorization", "Bearer ann")
                    .build(),
                HttpResponse.BodyHandlers.ofString())
            .body();
    return List.of(
            all.lines()
                .filter(line -> !line.startsWith(":"))
                .collect(Collectors.joining("\n"))
                .strip()
                .split("\n\n+"))
        .stream()
        .filter(event -> event.contains("\ndata:"))
        .toList();
  }
}
