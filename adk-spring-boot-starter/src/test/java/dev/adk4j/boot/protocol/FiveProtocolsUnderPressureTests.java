package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.limit.RequestLimits;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Clients of each protocol that leave in the middle, and clients that stop reading. {@code
 * -Dadk.protocols.clients=1000} sets how many leave; {@code -Dadk.protocols.stall=60} has the
 * server wait that many seconds for one that does not read.
 */
@Tag("slow")
@Timeout(900)
class FiveProtocolsUnderPressureTests {

  private static final int CLIENTS = Integer.getInteger("adk.protocols.clients", 100);
  private static final int BATCH = 50;
  private static final int STALL = Integer.getInteger("adk.protocols.stall", 1);
  private static final int STALLED = 10;

  /** Of an answer that is much more than a connection takes. */
  private static final int PIECES = 8_000;

  private static final long MEGABYTE = 1 << 20;

  /** More than the heap of a node without clients differs from one minute to the next. */
  private static final long FLAT = 3 * MEGABYTE;

  /** Of clients that have left: their messages, which are remembered, take less than half of it. */
  private static final long LEFT = 2_048L * CLIENTS;

  /** Of a client that is connected: about twice its buffers in Tomcat and its turn. */
  private static final long CLIENT = MEGABYTE / 8;

  /**
   * Of a reader that has stopped: about twice its buffers, and less than half of the events of its
   * answer.
   */
  private static final long READER = MEGABYTE / 2;

  /** What the node holds of the events of all turns. */
  private static final long LOGS = 12 * MEGABYTE;

  private static final Duration SOON = Duration.ofMinutes(2);

  @TempDir private static Path folder;

  /** Holds no events of turns that have ended. */
  @AutoClose private static ProtocolsScene leaving;

  @AutoClose private static ProtocolsScene stalling;
  private static ProtocolsScene scene;

  @BeforeAll
  static void start() {
    leaving = started("leaving", "adk.stream.retention=0s");
    stalling =
        started(
            "stalling",
            "scene.send-buffer=16384",
            "server.tomcat.connection-timeout=" + STALL + "s",
            "server.tomcat.keep-alive-timeout=1m",
            "adk.stream.retention=1h",
            "adk.stream.buffer-size=" + LOGS + "B",
            "adk.stream.turn-buffer-size=4MB");
  }

  private static ProtocolsScene started(String database, String... properties) {
    List<String> all = new ArrayList<>(List.of(properties));
    all.add(
        "spring.datasource.url=jdbc:h2:file:"
            + folder.resolve(database)
            + ";CACHE_SIZE=2048;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE");
    all.add("adk.stream.heartbeat=50ms");
    return ProtocolsScene.crowded(all.toArray(String[]::new));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OWN")
  void forgetsClientsThatLeave(ProtocolRequest protocol) throws Exception {
    scene = leaving;
    String session = session(protocol);
    leave(protocol, session); // warms up
    Live before = Live.now();
    Live during = before;

    for (int left = 0; left < CLIENTS; left += BATCH) {
      Live open = leave(protocol, session);
      during = open.bytes > during.bytes ? open : during;
    }

    List<Live> over = new ArrayList<>();
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              over.add(Live.now());
              assertThat(over.getLast().since(before, CLIENTS / 2)).isEmpty();
            });
    Live after = over.getLast();
    print("%s: %d clients left".formatted(protocol, CLIENTS), before, during, after);
    assertThat(during.bytes - before.bytes).isLessThan(FLAT + LEFT + BATCH * CLIENT);
    assertThat(after.bytes - before.bytes).isLessThan(FLAT + LEFT);
  }

  /**
   * Connects clients that read the first byte, if there is one by then, and leave while their turns
   * go on, beside one that stays; returns the state when they have left. All turns have ended then.
   */
  private static Live leave(ProtocolRequest protocol, String session) throws Exception {
    SceneScript script = scene.script();
    script.held = new CountDownLatch(1);
    int begun = script.turns.get();
    Live left;
    try (Socket stays = send(protocol, session, "hold")) {
      List<Socket> open = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        open.add(send(protocol, session, "hold"));
      }
      await().atMost(SOON).until(() -> script.turns.get() == begun + BATCH + 1);
      for (Socket socket : open) {
        if (protocol != ProtocolRequest.MCP) {
          assertThat(socket.getInputStream().read()).isEqualTo('H');
        }
        socket.close();
      }
      if (protocol != ProtocolRequest.MCP) { // a call is open until its turn ends
        awaitStreams(1);
      }
      left = Live.now();
      assertThat(left.turns()).isGreaterThan(BATCH);
      script.held.countDown();
      assertThat(readUntil(stays, "Held.")).contains("Held.");
    }
    awaitStreams(0);
    await().atMost(SOON).until(() -> script.ended.get() == script.turns.get());
    // turns whose answer is over may still be ending: their last events are missing until then
    await().atMost(SOON).until(() -> Live.now().turns() < BATCH / 10);
    return left;
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OWN")
  void holdsLittleForReadersThatStop(ProtocolRequest protocol) throws Exception {
    scene = stalling;
    SceneScript script = scene.script();
    String session = session(protocol);
    for (int i = 0; i < STALLED; i++) {
      assertReadsAll(protocol, session); // warms up, and fills the log
    }
    await().atMost(SOON).until(() -> script.ended.get() == script.turns.get());
    Live before = Live.now();
    int begun = script.turns.get();
    List<Socket> stalled = new ArrayList<>();
    for (int i = 0; i < STALLED; i++) {
      Socket socket = send(protocol, session, longAnswer(protocol));
      assertThat(socket.getInputStream().read()).isEqualTo('H');
      stalled.add(socket);
    }
    long from = System.nanoTime();
    await()
        .atMost(SOON)
        .until(
            () -> script.turns.get() == begun + STALLED && script.ended.get() == begun + STALLED);

    List<Live> meanwhile = new ArrayList<>(List.of(Live.now()));
    RequestLimits limits = scene.context.getBean(RequestLimits.class);
    await()
        .pollInterval(Duration.ofMillis(100 * STALL))
        .atMost(SOON.plusSeconds(STALL))
        .untilAsserted(
            () -> {
              assertReadsAll(protocol, session);
              meanwhile.add(Live.now());
              assertThat(limits.openStreams()).isZero();
              assertThat(meanwhile.getLast().readers()).isLessThan(before.readers() + STALLED / 2);
            });
    long seconds = Duration.ofNanos(System.nanoTime() - from).toSeconds();
    for (Socket socket : stalled) {
      assertCut(socket);
    }
    Live during = meanwhile.stream().max(Comparator.comparing(Live::bytes)).orElseThrow();
    Live after = Live.now();
    String what =
        "%s: %d readers stalled %d s, %d others"
            .formatted(protocol, STALLED, seconds, meanwhile.size() - 1);
    print(what, before, during, after);
    assertThat(seconds).isGreaterThanOrEqualTo(STALL - 1);
    // MCP's answer is one event, which is in memory in several forms while it is written
    long reader = protocol == ProtocolRequest.MCP ? 3 * READER : READER;
    assertThat(during.bytes - before.bytes).isLessThan(FLAT + STALLED * reader);
    assertThat(after.bytes - before.bytes).isLessThan(FLAT);
  }

  private static String session(ProtocolRequest protocol) {
    return protocol == ProtocolRequest.MCP ? ProtocolRequest.session(ann()) : "";
  }

  private static ProtocolClient ann() {
    return new ProtocolClient(scene.base, "ann");
  }

  /** MCP has no stream of the text; its answer is one event. */
  private static String longAnswer(ProtocolRequest protocol) {
    return (protocol == ProtocolRequest.MCP ? "recite " : "write ") + PIECES;
  }

  /** Opens a connection that takes little, and sends the message. */
  private static Socket send(ProtocolRequest protocol, String session, String text)
      throws IOException {
    UUID id = UUID.randomUUID();
    byte[] message = protocol.body(id, text).getBytes(StandardCharsets.UTF_8);
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4 * 1024);
    socket.setSoTimeout((int) SOON.toMillis());
    socket.connect(new InetSocketAddress("localhost", scene.base.getPort()));
    StringBuilder head = new StringBuilder("POST " + protocol.path(id) + " HTTP/1.1\r\n");
    String[] headers = headers(session);
    for (int i = 0; i < headers.length; i += 2) {
      head.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
    }
    head.append("Host: localhost\r\nAuthorization: Bearer ann\r\n")
        .append("Content-Type: application/json\r\nContent-Length: ")
        .append(message.length)
        .append("\r\n\r\n");
    socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().write(message);
    socket.getOutputStream().flush();
    return socket;
  }

  private static String[] headers(String session) {
    return new String[] {
      "Accept",
      "application/json, text/event-stream",
      "A2A-Version",
      "1.0",
      "Mcp-Session-Id",
      session
    };
  }

  private static void assertReadsAll(ProtocolRequest protocol, String session) {
    UUID id = UUID.randomUUID();
    String body = protocol.body(id, longAnswer(protocol));
    String text =
        ProtocolRequest.text(ann().post(protocol.path(id), body, headers(session)).body());
    assertThat(text.equals(SceneScript.PIECE.repeat(PIECES)))
        .as("%s: %d characters", protocol, text.length())
        .isTrue();
  }

  private static String readUntil(Socket socket, String end) throws IOException {
    StringBuilder read = new StringBuilder();
    byte[] buffer = new byte[1024];
    while (read.indexOf(end) < 0) {
      int n = socket.getInputStream().read(buffer);
      assertThat(n).as(read.toString()).isPositive();
      read.append(new String(buffer, 0, n, StandardCharsets.UTF_8));
    }
    return read.toString();
  }

  /** Reads the rest: the connection is closed before the end of the response. */
  private static void assertCut(Socket socket) throws IOException {
    try (socket) {
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .doesNotEndWith("\r\n0\r\n\r\n");
    } catch (SocketException reset) {
      // the server has closed
    }
  }

  private static void awaitStreams(int open) {
    RequestLimits limits = scene.context.getBean(RequestLimits.class);
    await().atMost(SOON).untilAsserted(() -> assertThat(limits.openStreams()).isEqualTo(open));
  }

  private static void print(String what, Live before, Live during, Live after) {
    System.out.printf(
        "%s, heap %,d KB, meanwhile %+,d KB, after %+,d KB%n",
        what,
        before.bytes / 1024,
        (during.bytes - before.bytes) / 1024,
        (after.bytes - before.bytes) / 1024);
  }

  /**
   * What is reachable after a collection: all of it, and the instances of the library's types and
   * of threads.
   */
  private record Live(long bytes, Map<String, Long> instances) {

    private static final String THREAD = "java.lang.VirtualThread";

    private static final Pattern LINE =
        Pattern.compile(
            "(?m)^ *\\d+: +(\\d+) +\\d+ +(dev[.]adk4j[.](?!boot[.]protocol)\\S+|"
                + Pattern.quote(THREAD)
                + ")|^Total +\\d+ +(\\d+)");

    /** What is remembered of the newest 10,000 messages and tasks, and of turns that just ended. */
    private static final Set<String> REMEMBERED =
        Set.of("A2aTask", "Conversation", "Scope", "ProtocolTurns$Sent", "ProtocolTurns$Turn");

    static Live now() throws Exception {
      System.gc();
      String table =
          (String)
              ManagementFactory.getPlatformMBeanServer()
                  .invoke(
                      new ObjectName("com.sun.management:type=DiagnosticCommand"),
                      "gcClassHistogram",
                      new Object[] {new String[0]},
                      new String[] {String[].class.getName()});
      Map<String, Long> instances = new TreeMap<>();
      long bytes = 0;
      for (MatchResult line : LINE.matcher(table).results().toList()) {
        if (line.group(3) != null) {
          bytes = Long.parseLong(line.group(3));
        } else {
          String type = line.group(2);
          String name = type.equals(THREAD) ? type : type.substring(type.lastIndexOf('.') + 1);
          if (!REMEMBERED.contains(name)) {
            instances.merge(name, Long.valueOf(line.group(1)), Long::sum);
          }
        }
      }
      return new Live(bytes, instances);
    }

    /** Returns how many turns have not ended. */
    long turns() {
      return instances.getOrDefault("LiveTurn", 0L);
    }

    /** Returns how many threads, writers and responses there are. */
    long readers() {
      return Stream.of(THREAD, "ClientWriter", "ProtocolStream")
          .mapToLong(type -> instances.getOrDefault(type, 0L))
          .sum();
    }

    /** Returns of which types there are more instances, at least that many. */
    Map<String, Long> since(Live before, int atLeast) {
      Map<String, Long> more = new TreeMap<>();
      instances.forEach(
          (type, count) -> more.put(type, count - before.instances.getOrDefault(type, 0L)));
      more.values().removeIf(count -> count < atLeast);
      return more;
    }
  }
}
