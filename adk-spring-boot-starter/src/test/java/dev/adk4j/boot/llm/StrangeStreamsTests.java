package dev.adk4j.boot.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.client.AgentClient;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.value.Scope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.Bean;

/**
 * Answers as servers send them that are compatible with OpenAI or Anthropic, or almost: real bytes,
 * through the clients as the starter sets them up.
 */
@Tag("slow")
class StrangeStreamsTests {

  /** Text of a failure without words of the provider. */
  private static final String FAILS = "fails";

  /** The call is refused to the model, which then answers. */
  private static final String REFUSED = "refused";

  private static final String NO_ANSWER = "none";
  private static final String TEXT = "Hi there";
  private static final String CALLS = "calls:";

  /**
   * @param right as the table says it
   */
  record Case(String name, String model, boolean streamed, Answer answer, String right) {

    @Override
    public String toString() {
      return model + (streamed ? ", streamed: " : ", whole: ") + name;
    }
  }

  record Answer(String head, byte[] body, boolean reset) {}

  static class Tools {

    @AgentTool("The weather.")
    public String weather(@Nullable String city) {
      RECEIVED.add("weather(" + city + ")");
      return "rain";
    }

    @AgentTool("The time.")
    public String time(@Nullable String city) {
      RECEIVED.add("time(" + city + ")");
      return "noon";
    }
  }

  static class Beans {

    @Bean
    Tools tools() {
      return new Tools();
    }
  }

  private static final List<String> RECEIVED = new CopyOnWriteArrayList<>();
  private static final InMemoryStorageAdapter STORAGE = new InMemoryStorageAdapter();
  private static final Queue<Answer> SCRIPT = new ConcurrentLinkedQueue<>();
  private static final Map<String, AgentClient> AGENTS = new HashMap<>();

  @SuppressWarnings("NullAway.Init")
  private static ServerSocket server;

  @AutoClose private static ContextStarter contexts;

  @BeforeAll
  static void start() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(StrangeStreamsTests::accept);
    contexts =
        ContextStarter.of(AdkLlmAutoConfiguration.class, AdkAutoConfiguration.class)
            .withBean(PersistentStorage.class, () -> STORAGE);
  }

  @AfterAll
  static void stop() throws IOException {
    AGENTS.clear();
    server.close();
  }

  @ParameterizedTest
  @MethodSource({"table", "responses"})
  void comesToWhatItMeans(Case one) throws Exception {
    RECEIVED.clear();
    SCRIPT.clear();
    SCRIPT.add(one.answer());
    SCRIPT.add(done(one));
    AgentClient agent = AGENTS.computeIfAbsent(one.model() + one.streamed(), key -> agent(one));
    String id = UUID.randomUUID().toString();
    String[] said = new String[1];

    AdkException failure =
        catchThrowableOfType(
            AdkException.class, () -> said[0] = agent.conversation("ann", id).ask("Hi"));

    String right = one.right();
    int calls = right.indexOf(CALLS);
    if (right.startsWith(FAILS)) {
      assertThat(failure).isNotNull();
      assertThat(failure.errorCode())
          .isIn(LlmErrorCode.E_LLM_STREAM_ERROR, LlmErrorCode.E_LLM_PROVIDER_ERROR);
      assertThat(failure).hasMessageContaining(right.replaceFirst("fails(: )?", ""));
      assertThat(RECEIVED).isEmpty();
      assertThat(stored(agent, id)).isEmpty();
    } else if (right.equals(NO_ANSWER)) {
      assertThat(failure.errorCode()).isEqualTo(AdkErrorCode.E_NO_ANSWER);
    } else {
      assertThat(failure).isNull();
      assertThat(String.join(",", RECEIVED))
          .isEqualTo(calls < 0 ? "" : right.substring(calls + CALLS.length()));
      String before = calls < 0 ? "" : right.substring(0, Math.max(0, calls - 1));
      assertThat(stored(agent, id))
          .isEqualTo(calls < 0 && !right.equals(REFUSED) ? right : before + "Done.");
    }
  }

  /** What the model said in a conversation. */
  private static String stored(AgentClient agent, String id) throws Exception {
    Scope scope = agent.conversation("ann", id).scope();
    return STORAGE.fetchMessages(AgentContexts.forScope(scope)).stream()
        .filter(message -> message.role() == MessageRole.ASSISTANT)
        .map(message -> message.content().orElseThrow().value())
        .collect(Collectors.joining());
  }

  /** Texts that the table has names for. */
  private static final Map<String, String> NAMES =
      new HashMap<>(
          Map.of(
              "<BOM>",
              "\ufeff",
              "<LS>",
              "\u2028",
              "<NEL>",
              "\u0085",
              "<FF>",
              "\f",
              "<NUL>",
              "\u0000",
              "<GRIN>",
              "\ud83d\ude00",
              "<HALF>",
              "\ud83d",
              "¶",
              "\n",
              "¤",
              "\r"));

  private static List<String> lines() {
    try {
      return Files.readAllLines(Path.of("src/test/resources/llm/strange-streams.txt"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static {
    lines().stream()
        .map(line -> line.split(" = ", 2))
        .filter(name -> name.length == 2 && name[0].matches("<\\w+>"))
        .forEach(name -> NAMES.put(name[0], name[1]));
  }

  static List<Case> table() {
    List<Case> cases = new ArrayList<>();
    String section = "";
    for (String line : lines()) {
      String[] row = line.split(" \\| ", 3);
      if (line.startsWith("# ")) {
        section = line;
      } else if (row.length == 3) {
        boolean streamed = section.endsWith("streamed");
        String type = streamed ? "text/event-stream" : "application/json";
        cases.add(
            new Case(
                row[0],
                section.contains("anthropic") ? "anthropic" : "openai",
                streamed,
                of(type, bytes(meant(row[2]))),
                meant(row[1])));
      }
    }
    return cases;
  }

  private static String meant(String text) {
    String meant = text;
    for (String before = ""; !before.equals(meant); ) {
      before = meant;
      for (Map.Entry<String, String> name : NAMES.entrySet()) {
        meant = meant.replace(name.getKey(), name.getValue());
      }
    }
    return meant;
  }

  /** What a text cannot say: ends of the connection, encodings, types of content. */
  static List<Case> responses() throws IOException {
    String hi = chunk("\"delta\":{\"content\":\"Hi \"}");
    String there = chunk("\"delta\":{\"content\":\"there\"}");
    String stream = hi + there + chunk("\"delta\":{},\"finish_reason\":\"stop\"") + DONE;
    String sse = "text/event-stream";
    return List.of(
        reset("a reset after the end", stream),
        reset("a reset in the middle", hi),
        streamed("chunked, cut", sse + "\r\nTransfer-Encoding: chunked", chunked(hi), FAILS),
        streamed(
            "chunked, cut after the end",
            sse + "\r\nTransfer-Encoding: chunked",
            chunked(stream),
            FAILS),
        streamed("a length too long", sse + "\r\nContent-Length: 9999", bytes(hi), FAILS),
        streamed("a length that cuts", sse + "\r\nContent-Length: 200", bytes(stream), FAILS),
        streamed("gzip", sse + "\r\nContent-Encoding: gzip", gzip(stream, 0), TEXT),
        streamed("gzip, cut", sse + "\r\nContent-Encoding: gzip", gzip(stream, 30), FAILS),
        streamed("a whole answer to a stream", "application/json", bytes(whole(TEXT)), FAILS),
        new Case("a stream for a whole answer", "openai", false, of(sse, bytes(stream)), FAILS),
        new Case(
            "no content", "openai", true, new Answer("204 No Content", new byte[0], false), FAILS),
        new Case("no type", "openai", true, new Answer("200 OK", bytes(stream), false), TEXT),
        streamed("lines of JSON as type", "application/x-ndjson", bytes(stream), TEXT),
        streamed("bytes as type", "application/octet-stream", bytes(stream), TEXT),
        streamed("a charset", sse + "; charset=utf-8", bytes(stream), TEXT),
        streamed(
            "another charset",
            sse + "; charset=ISO-8859-1",
            bytes(stream.replace("there", "th\u00e9re")),
            "Hi th\u00e9re"),
        streamed(
            "not UTF-8",
            sse,
            stream.replace("there", "th\u00e9re").getBytes(StandardCharsets.ISO_8859_1),
            "Hi th\ufffdre"));
  }

  private static final String DONE = "data: [DONE]\n\n";
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: *(\\d+)");

  private static Case streamed(String name, String type, byte[] body, String right) {
    return new Case(name, "openai", true, of(type, body), right);
  }

  private static Case reset(String name, String body) {
    return new Case(
        name,
        "openai",
        true,
        new Answer("200 OK\r\nContent-Type: text/event-stream", bytes(body), true),
        FAILS);
  }

  private static String chunk(String choice) {
    return "data: {\"id\":\"c\",\"model\":\"m\",\"choices\":[{\"index\":0," + choice + "}]}\n\n";
  }

  private static String whole(String text) {
    return "{\"id\":\"c\",\"model\":\"m\",\"choices\":[{\"index\":0,\"finish_reason\":\"stop\",\"message\":{\"content\":\""
        + text
        + "\"}}]}";
  }

  private static Answer of(String type, byte[] body) {
    return new Answer("200 OK\r\nContent-Type: " + type, body, false);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] chunked(String body) {
    return bytes(Integer.toHexString(bytes(body).length) + "\r\n" + body + "\r\n");
  }

  private static byte[] gzip(String body, int cut) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(bytes(body));
    }
    return Arrays.copyOf(out.toByteArray(), out.size() - cut);
  }

  /** The answer after the result of a call; no row calls a tool in a whole answer of Anthropic. */
  private static Answer done(Case one) {
    String stream =
        one.model().equals("openai")
            ? "<CHOICE>'delta':{'content':'Done.'},'finish_reason':'stop'}]}¶¶"
            : "<START><TEXT>"
                + "event: content_block_delta¶data: {'type':'content_block_delta','index':0,"
                + "'delta':{'type':'text_delta','text':'Done.'}}¶¶<CLOSE><DELTA><END>";
    return one.streamed()
        ? of("text/event-stream", bytes(meant(stream.replace('\'', '"'))))
        : of("application/json", bytes(whole("Done.")));
  }

  private static AgentClient agent(Case one) {
    return contexts
        .withUserConfiguration(
            one.model().equals("openai")
                ? NoAnswerTests.OpenAi.class
                : NoAnswerTests.Anthropic.class,
            Beans.class)
        .start("url=http://127.0.0.1:" + server.getLocalPort(), "adk.llm.stream=" + one.streamed())
        .getBean(AgentClient.class);
  }

  private static void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private static void serve(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      StringBuilder head = new StringBuilder();
      for (int c = in.read(); c >= 0; c = head.indexOf("\r\n\r\n") < 0 ? in.read() : -1) {
        head.append((char) c);
      }
      Matcher length = LENGTH.matcher(head);
      Answer answer = length.find() ? SCRIPT.poll() : null;
      if (answer != null) {
        in.readNBytes(Integer.parseInt(length.group(1)));
        OutputStream out = socket.getOutputStream();
        out.write(bytes("HTTP/1.1 " + answer.head() + "\r\nConnection: close\r\n\r\n"));
        out.write(answer.body());
        out.flush();
        if (answer.reset()) {
          socket.setSoLinger(true, 0);
        }
      }
    } catch (IOException e) {
      // the client left
    }
  }
}
