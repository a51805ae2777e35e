package dev.adk4j.boot.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** A controller returns an {@code AgentStream}; over HTTP, with and without Reactor. */
@Timeout(300)
@ParameterizedClass(name = "Reactor: {0}")
@ValueSource(booleans = {true, false})
class ReturnedStreamTests {

  private static final Pattern DELTA = Pattern.compile("\"delta\":\"((?:[^\"\\\\]++|\\\\.)*+)\"");

  private static final Map<Boolean, IntSupplier> APPS = new ConcurrentHashMap<>();
  private static final AtomicInteger CONVERSATIONS = new AtomicInteger();
  private static final HttpClient http = HttpClient.newHttpClient();

  @Parameter boolean reactor;

  private final String id = "c" + CONVERSATIONS.incrementAndGet();

  @AfterAll
  static void stop() throws Exception {
    for (IntSupplier app : APPS.values()) {
      ((AutoCloseable) app).close();
    }
    APPS.clear();
  }

  private URI url(String path) {
    int port = APPS.computeIfAbsent(reactor, ReturnedStreamTests::start).getAsInt();
    return URI.create("http://localhost:" + port + path);
  }

  private static IntSupplier start(boolean withReactor) {
    if (withReactor) {
      return new ReturnedStreamApp();
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    ClassLoader without = withoutReactor();
    assertThatThrownBy(() -> without.loadClass("reactor.core.publisher.Flux"))
        .isInstanceOf(ClassNotFoundException.class);
    thread.setContextClassLoader(without);
    try {
      return (IntSupplier)
          without.loadClass(ReturnedStreamApp.class.getName()).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static ClassLoader withoutReactor() {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return new URLClassLoader(
        Stream.of(path.split(File.pathSeparator))
            .filter(entry -> !entry.contains("reactor") && !entry.contains("reactive-streams"))
            .map(ReturnedStreamTests::toUrl)
            .toArray(URL[]::new),
        ClassLoader.getPlatformClassLoader());
  }

  private static URL toUrl(String entry) {
    try {
      return new File(entry).toURI().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(entry, e);
    }
  }

  @Test
  void writesNumberedJsonThatKeepsLeadingSpaces() throws Exception {
    HttpResponse<String> response = post("/chat/", "ann", "hi", null);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type"))
        .hasValue("text/event-stream;charset=UTF-8");
    assertThat(response.headers().firstValue("cache-control")).hasValue("no-cache, no-transform");
    List<String> events = events(response.body());
    String turn = turnId(events.get(0));
    assertThat(events.get(0)).isEqualTo("id:" + turn + ":0");
    assertThat(events.get(1))
        .startsWith("id:" + turn + ":1\nevent:message\ndata:{\"v\":1,\"n\":1,\"turnId\":\"" + turn);
    assertThat(deltas(response.body())).containsExactly(" Hello", "  dear", "\\n world");
    assertThat(events.getLast()).startsWith("id:" + turn + ":4\nevent:end\n");
  }

  @Test
  void startsTurnWithSystemPromptOfAgent() throws Exception {
    assertThat(deltas(post("/chat/", "ann", "prompt", null).body())).contains("Be brief.");
  }

  @Test
  void answersGetToo() throws Exception {
    String body = get("ann", "hi", null).body();
    String turn = turnId(body);
    int started = count("/started");

    List<String> rest = events(get("ann", "hi", turn + ":2").body());
    assertThat(rest.get(0)).isEqualTo("id:" + turn + ":2");
    assertThat(rest.subList(1, 3)).isEqualTo(events(body).subList(3, 5));
    assertThat(count("/started")).isEqualTo(started);
  }

  @Test
  void keepsStatusAndHeadersOfEntity() throws Exception {
    HttpResponse<String> response = post("/entity/", "ann", "hi", null);

    assertThat(response.statusCode()).isEqualTo(202);
    assertThat(response.headers().firstValue("x-own")).hasValue("1");
    String seen = turnId(response.body()) + ":3";
    assertThat(events(post("/entity/", "ann", "hi", seen).body()))
        .containsExactly("id:" + seen, events(response.body()).get(4));
  }

  @Test
  void writesStreamThatIsDeclaredAsPublisher() throws Exception {
    assertThat(deltas(post("/publisher/", "ann", "hi", null).body())).contains("  dear");
  }

  @Test
  void reloadInTheMiddleReadsOnInTheSameTurn() throws Exception {
    int started = count("/started");
    List<String> seen = new ArrayList<>();
    try (BufferedReader cut = open("halt " + id)) {
      seen.add(event(cut));
      seen.add(event(cut));
    }
    String last = seen.getLast().lines().findFirst().orElseThrow().substring("id:".length());
    assertThat(last).endsWith(":1");
    HttpResponse<InputStream> again =
        send(chat("/chat/", "ann", "halt " + id, last), BodyHandlers.ofInputStream());
    send("/go", "halt " + id);
    List<String> rest = events(new String(again.body().readAllBytes(), UTF_8));
    assertThat(rest.getFirst()).isEqualTo("id:" + last);
    seen.addAll(rest.subList(1, rest.size()));

    String uncut = post("/chat/", "ann", "halt " + id, turnId(seen.get(0)) + ":0").body();
    assertThat(seen).isEqualTo(events(uncut));
    assertThat(deltas(uncut)).containsExactly(" Hello", "  dear", "\\n world");
    assertThat(count("/started")).isEqualTo(started + 1);
  }

  @Test
  void readerWhoHasSeenAllIsToldNotToComeBack() throws Exception {
    String turn = turnId(post("/chat/", "ann", "hi", null).body());

    assertThat(post("/chat/", "ann", "hi", turn + ":4").statusCode()).isEqualTo(204);
  }

  @Test
  void refusesIdsThatNameNoEventOfTheScope() throws Exception {
    String turn = turnId(post("/chat/", "ann", "hi", null).body());
    int started = count("/started");

    assertProblem(post("/chat/", "bob", "hi", turn + ":1"), 404, "E_STREAM_TURN_UNKNOWN");
    assertProblem(post("/chat/", "ann", "hi", "nothing:1"), 404, "E_STREAM_TURN_UNKNOWN");
    for (String wrong :
        List.of("1", ":1", turn, turn + ":", turn + ":5", turn + ":-1", turn + ":x")) {
      assertProblem(post("/chat/", "ann", "hi", wrong), 400, "E_INPUT_UNREADABLE");
    }
    assertThat(count("/started")).isEqualTo(started);
  }

  @Test
  void refusesBeforeTheStreamWithProblemDetail() throws Exception {
    assertProblem(post("/chat/", "ann", "x".repeat(1001), null), 413, "E_INPUT_TOO_LARGE");
    try (BufferedReader one = open("halt " + id);
        BufferedReader two = open("halt " + id)) {
      event(one);
      event(two);
      assertProblem(post("/chat/", "ann", "hi", null), 429, "E_LIMIT_REACHED");
    } finally {
      send("/go", "halt " + id);
    }
    Awaitility.await().until(() -> post("/chat/", "ann", "hi", null).statusCode() == 200);
  }

  @Test
  void failureWithinTheStreamIsAnEvent() throws Exception {
    HttpResponse<String> response = post("/chat/", "ann", "fail", null);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body())
        .contains("\" Hello\"", "event:error", "\"status\":\"failed\"")
        .doesNotContain("broken inside");
  }

  @Test
  void readerThatReadsNothingSlowsNoTurn() throws Exception {
    int ended = count("/ended");
    String turn;
    try (Socket socket = new Socket()) {
      socket.setReceiveBufferSize(4096);
      socket.connect(new InetSocketAddress("localhost", url("/").getPort()));
      socket
          .getOutputStream()
          .write(
              ("POST /chat/"
                      + id
                      + " HTTP/1.1\r\nHost: localhost\r\nX-User: ann\r\n"
                      + "Content-Type: text/plain\r\nContent-Length: 4\r\n\r\nmuch")
                  .getBytes(UTF_8));
      byte[] first = socket.getInputStream().readNBytes(1000);
      turn = turnId(new String(first, UTF_8));
      Awaitility.await().until(() -> count("/ended") == ended + 1);
    }
    assertThat(deltas(post("/chat/", "ann", "much", turn + ":0").body()))
        .hasSize(ReturnedStreamApp.PIECES + 3);
  }

  @Test
  void abortEndsTheStream() throws Exception {
    try (BufferedReader reader = open("endless")) {
      event(reader);
      event(reader);
      send("/abort/" + id, "");
      assertThat(reader.lines().collect(Collectors.joining("\n")))
          .contains("event:end", "\"status\":\"aborted\"");
    }
  }

  private static void assertProblem(HttpResponse<String> response, int status, String code) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json");
    assertThat(response.body()).contains("\"code\":\"" + code + "\"");
  }

  private BufferedReader open(String text) throws Exception {
    InputStream body = send(chat("/chat/", "ann", text, null), BodyHandlers.ofInputStream()).body();
    return new BufferedReader(new InputStreamReader(body, UTF_8));
  }

  private HttpResponse<String> post(String path, String user, String text, String last)
      throws Exception {
    return send(chat(path, user, text, last), BodyHandlers.ofString());
  }

  private HttpRequest.Builder chat(String path, String user, String text, String last) {
    return from(user, last, path + id)
        .POST(BodyPublishers.ofString(text))
        .header("Content-Type", "text/plain");
  }

  private HttpResponse<String> get(String user, String text, String last) throws Exception {
    return send(from(user, last, "/chat/" + id + "?text=" + text), BodyHandlers.ofString());
  }

  private HttpRequest.Builder from(String user, String last, String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(url(path)).header("X-User", user);
    return last == null ? request : request.header("Last-Event-ID", last);
  }

  private void send(String path, String body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url(path))
            .POST(BodyPublishers.ofString(body))
            .header("Content-Type", "text/plain");
    assertThat(send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
  }

  private int count(String path) throws Exception {
    return Integer.parseInt(
        send(HttpRequest.newBuilder(url(path)), BodyHandlers.ofString()).body());
  }

  private static <T> HttpResponse<T> send(
      HttpRequest.Builder request, HttpResponse.BodyHandler<T> body) throws Exception {
    return http.send(request.build(), body);
  }

  private static String event(BufferedReader reader) throws IOException {
    StringBuilder event = new StringBuilder();
    for (String line = reader.readLine(); !line.isEmpty(); line = reader.readLine()) {
      event.append(event.isEmpty() ? "" : "\n").append(line);
    }
    return event.toString();
  }

  private static List<String> events(String body) {
    return List.of(body.strip().split("\n\n"));
  }

  private static List<String> deltas(String body) {
    return DELTA.matcher(body).results().map(delta -> delta.group(1)).toList();
  }

  private static String turnId(String body) {
    Matcher id = Pattern.compile("id:([^:\\s]+):\\d+").matcher(body);
    assertThat(id.find()).as(body).isTrue();
    return id.group(1);
  }
}
