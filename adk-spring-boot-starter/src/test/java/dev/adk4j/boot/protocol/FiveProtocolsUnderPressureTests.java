package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.limit.RequestLimits;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Clients of each protocol that leave, and clients that stop reading. {@code
 * -Dadk.protocols.clients=1000} sets how many leave; {@code -Dadk.protocols.stall=60} has the
 * server wait that many seconds for one that does not read.
 */
@Tag("slow")
@Timeout(600)
class FiveProtocolsUnderPressureTests {

  private static final int CLIENTS = Integer.getInteger("adk.protocols.clients", 100);
  private static final int BATCH = 50;
  private static final int STALL = Integer.getInteger("adk.protocols.stall", 1);
  private static final int STALLED = 5;

  /** Of an answer that is much more than a connection takes. */
  private static final int PIECES = STALL > 1 ? 8_000 : 4_000;

  private static final long MEGABYTE = 1 << 20;

  /** What the node holds of the events of all turns. */
  private static final long LOGS = 1_500L * PIECES;

  @TempDir private static Path folder;

  /** Holds no events of turns that have ended. */
  @AutoClose private static FiveProtocols leaving;

  @AutoClose private static FiveProtocols stalling;
  private static FiveProtocols scene;

  @BeforeAll
  static void start() {
    leaving = started("leaving", "adk.stream.retention=0s");
    stalling =
        started(
            "stalling",
            "scene.send-buffer=16384",
            "server.tomcat.connection-timeout=" + STALL + "s",
            "adk.stream.buffer-size=" + LOGS + "B",
            "adk.stream.turn-buffer-size=4MB");
  }

  private static FiveProtocols started(String database, String... properties) {
    List<String> all = new ArrayList<>(List.of(properties));
    all.add(
        "spring.datasource.url=jdbc:h2:file:"
            + folder.resolve(database)
            + ";CACHE_SIZE=2048;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE");
    all.add("adk.stream.heartbeat=50ms");
    return new FiveProtocols(all.toArray(String[]::new));
  }

  private enum Protocol {
    AI_SDK,
    AG_UI,
    CHAT_COMPLETIONS,
    RESPONSES,
    A2A,
    MCP;

    private final ProtocolRequest request = ProtocolRequest.valueOf(name());

    /** Opens a connection that takes little, and sends the message. */
    Socket send(String user, String session, String text) throws IOException {
      UUID id = UUID.randomUUID();
      byte[] message = request.body(id, text).getBytes(StandardCharsets.UTF_8);
      Socket socket = new Socket();
      socket.setReceiveBufferSize(4 * 1024);
      socket.setSoTimeout(30_000);
      socket.connect(new InetSocketAddress("localhost", scene.base.getPort()));
      String head =
          "POST "
              + request.path(id)
              + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
              + user
              + "\r\nContent-Type: application/json\r\nA2A-Version: 1.0\r\n"
              + "Accept: application/json, text/event-stream\r\n"
              + (session.isEmpty() ? "" : "Mcp-Session-Id: " + session + "\r\n")
              + "Content-Length: "
              + message.length
              + "\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(message);
      socket.getOutputStream().flush();
      return socket;
    }

    String session(String user) {
      if (this != MCP) {
        return "";
      }
      return ProtocolRequest.session(new ProtocolClient(scene.base, user));
    }
  }

  @ParameterizedTest
  @EnumSource
  void forgetsClientsThatLeave(Protocol protocol) throws Exception {
    scene = leaving;
    String session = protocol.session("ann");
    for (int left = 0; left < CLIENTS / 2; left += BATCH) {
      leave(protocol, session, BATCH);
    }
    long before = heap();

    for (int left = 0; left < CLIENTS / 2; left += BATCH) {
      leave(protocol, session, BATCH);
    }

    long grown = heap() - before;
    System.out.printf(
        "%s: %d clients left, heap %+d KB in the second half%n", protocol, CLIENTS, grown / 1024);
    assertThat(grown).isLessThan(3 * MEGABYTE);
  }

  /** Connects clients that read the first byte, if there is one by then, and leave. */
  private static void leave(Protocol protocol, String session, int clients) throws Exception {
    FiveProtocols.Script script = scene.script();
    script.held = new CountDownLatch(1);
    int begun = script.turns.get();
    List<Socket> open = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      open.add(protocol.send("ann", session, "hold"));
    }
    await().atMost(Duration.ofMinutes(1)).until(() -> script.turns.get() == begun + clients);
    for (Socket socket : open) {
      if (protocol != Protocol.MCP) {
        assertThat(socket.getInputStream().read()).isEqualTo('H');
      }
      socket.close();
    }
    if (protocol != Protocol.MCP) {
      awaitNoStreams(); // while their turns go on; a call is open until its turn ends
    }
    script.held.countDown();
    awaitNoStreams();
    await().atMost(Duration.ofMinutes(1)).until(() -> script.ended.get() == script.turns.get());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MCP") // has no stream of the text
  void holdsLittleForReadersThatStop(Protocol protocol) throws Exception {
    scene = stalling;
    FiveProtocols.Script script = scene.script();
    readAll(protocol, "write " + PIECES);
    await().until(() -> script.ended.get() == script.turns.get());
    long before = heap();
    int begun = script.turns.get();
    List<Socket> stalled = new ArrayList<>();
    for (int i = 0; i < STALLED; i++) {
      Socket socket = protocol.send("bob", "", "write " + PIECES);
      assertThat(socket.getInputStream().read()).isEqualTo('H');
      stalled.add(socket);
    }
    long from = System.nanoTime();
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> script.turns.get() == begun + STALLED && script.ended.get() == begun + STALLED);

    long grown = heap() - before;
    assertThat(readAll(protocol, "Hi")).contains("Hi");
    awaitNoStreams();
    long seconds = Duration.ofNanos(System.nanoTime() - from).toSeconds();
    long after = heap() - before;
    System.out.printf(
        "%s: %d readers stalled %d s, heap %+d KB, then %+d KB%n",
        protocol, STALLED, seconds, grown / 1024, after / 1024);
    for (Socket socket : stalled) {
      assertCut(socket);
    }
    assertThat(grown).isLessThan(LOGS + 4 * MEGABYTE);
    assertThat(after).isLessThan(LOGS + 4 * MEGABYTE);
  }

  private static String readAll(Protocol protocol, String text) throws Exception {
    try (Socket socket = protocol.send("ann", "", text)) {
      InputStream in = socket.getInputStream();
      ByteTail tail = new ByteTail();
      byte[] buffer = new byte[64 * 1024];
      for (int n = in.read(buffer); n >= 0 && !tail.ends(); n = in.read(buffer)) {
        tail.add(buffer, n);
        if (tail.ends()) {
          break;
        }
      }
      return tail.text();
    }
  }

  /** The end of a chunked response. */
  private static final class ByteTail {

    private String text = "";

    void add(byte[] bytes, int count) {
      String all = text + new String(bytes, 0, count, StandardCharsets.UTF_8);
      text = all.substring(Math.max(0, all.length() - 4_000));
    }

    boolean ends() {
      return text.endsWith("\r\n0\r\n\r\n");
    }

    String text() {
      return text;
    }
  }

  /** What is read after all is less than the answer, and the connection is closed in its middle. */
  private static void assertCut(Socket socket) throws IOException {
    ByteTail tail = new ByteTail();
    byte[] buffer = new byte[64 * 1024];
    try (socket) {
      for (int n = socket.getInputStream().read(buffer); n >= 0; ) {
        tail.add(buffer, n);
        n = socket.getInputStream().read(buffer);
      }
    } catch (IOException reset) {
      // the server has closed
    }
    assertThat(tail.ends()).as(tail.text()).isFalse();
  }

  private static void awaitNoStreams() {
    RequestLimits limits = scene.context.getBean(RequestLimits.class);
    await()
        .atMost(Duration.ofSeconds(60 + STALL))
        .untilAsserted(() -> assertThat(limits.openStreams()).isZero());
  }

  private static long heap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
