package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What an event costs at a protocol, beside the library's own stream. {@code
 * -Dadk.protocols.rounds=21} measures it in rounds that take turns, of the answers in {@code
 * -Dadk.protocols.kinds}.
 */
@Tag("slow")
@Timeout(600)
class ProtocolCostTests {

  private static final int EVENTS = 500;
  private static final int BURST = 9_000;
  private static final int WARM_UP = 15;

  /** Column whose clock ticks too seldom for a median. */
  private static final int CPU = 2;

  private static final ProtocolsScene scene = ProtocolsScene.crowd();
  @AutoClose private static HttpClient http;

  @BeforeAll
  static void start() {
    http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  private enum Protocol {
    OWN,
    AI_SDK,
    AG_UI,
    CHAT_COMPLETIONS,
    RESPONSES,
    A2A;

    private final ProtocolRequest request = ProtocolRequest.valueOf(name());

    InputStream send(String text) throws Exception {
      String id = UUID.randomUUID().toString();
      HttpResponse<InputStream> response =
          http.send(
              HttpRequest.newBuilder(URI.create(scene.base + request.path(id)))
                  .header("Authorization", "Bearer ann")
                  .header("Content-Type", "application/json")
                  .header("A2A-Version", "1.0")
                  .POST(HttpRequest.BodyPublishers.ofString(request.body(id, text)))
                  .build(),
              HttpResponse.BodyHandlers.ofInputStream());
      assertThat(response.statusCode()).isEqualTo(200);
      return response.body();
    }

    /** Reads the answer to its end, and returns after how many nanoseconds its text began. */
    long read(String text) throws Exception {
      long from = System.nanoTime();
      long begun = 0;
      StringBuilder head = new StringBuilder();
      byte[] buffer = new byte[16 * 1024];
      try (InputStream in = send(text)) {
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          if (begun == 0) {
            head.append(new String(buffer, 0, n, StandardCharsets.UTF_8));
            begun = head.indexOf("few words") < 0 ? 0 : System.nanoTime() - from;
          }
        }
      }
      assertThat(begun).as(head.toString()).isPositive();
      return begun;
    }
  }

  @Test
  void noProtocolFlushesMoreOftenThanTheOwnStream() throws Exception {
    Map<Protocol, Integer> flushes = new EnumMap<>(Protocol.class);
    for (Protocol protocol : Protocol.values()) {
      protocol.read("write 10");
      int before = scene.flushes();
      protocol.read("write " + EVENTS);
      flushes.put(protocol, scene.flushes() - before);
    }

    System.out.println("flushes for " + EVENTS + " events: " + flushes);
    int own = flushes.get(Protocol.OWN);
    assertThat(own).isGreaterThanOrEqualTo(EVENTS);
    assertThat(flushes.values()).allSatisfy(count -> assertThat(count).isLessThanOrEqualTo(own));
  }

  /** Memory stands for time, which a shared machine does not measure twice the same. */
  @Test
  void eachProtocolTakesLessMemoryForAnEventThanTheOwnStream() throws Exception {
    Map<Protocol, Long> taken = new EnumMap<>(Protocol.class);
    for (int i = 0; i < 3; i++) {
      for (Protocol protocol : Protocol.values()) {
        long before = allocated();
        protocol.read("write " + BURST);
        taken.merge(protocol, (allocated() - before) / BURST, Math::min);
      }
    }

    System.out.println("bytes taken for an event: " + taken);
    long most = taken.remove(Protocol.OWN) * 6 / 10;
    assertThat(taken).allSatisfy((protocol, bytes) -> assertThat(bytes).isLessThanOrEqualTo(most));
  }

  @ParameterizedTest
  @EnumSource
  void eachProtocolTellsEveryCharacter(Protocol protocol) throws Exception {
    try (InputStream in = protocol.send("spell")) {
      assertThat(ProtocolRequest.text(new String(in.readAllBytes(), StandardCharsets.UTF_8)))
          .isEqualTo(SceneScript.SPELLED);
    }
  }

  /** Returns how much this process, with the clients in it, has allocated. */
  private static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getTotalThreadAllocatedBytes();
  }

  @ParameterizedTest
  @EnumSource
  void eachProtocolSendsWhatThereIsBeforeMoreComes(Protocol protocol) throws Exception {
    scene.script().held = new CountDownLatch(1);
    try (InputStream in = protocol.send("hold")) {
      StringBuilder head = new StringBuilder();
      byte[] buffer = new byte[1024];
      while (head.indexOf("Holding") < 0) {
        int n = in.read(buffer);
        assertThat(n).as(head.toString()).isPositive();
        head.append(new String(buffer, 0, n, StandardCharsets.UTF_8));
      }
      scene.script().held.countDown();
      assertThat(head + new String(in.readAllBytes(), StandardCharsets.UTF_8)).contains("Held.");
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "adk.protocols.rounds", matches = "\\d+")
  void costs() throws Exception {
    int rounds = Integer.getInteger("adk.protocols.rounds");
    for (String kind :
        System.getProperty("adk.protocols.kinds", "drip 300,write 9000").split(",")) {
      Map<Protocol, double[][]> measured = new EnumMap<>(Protocol.class);
      for (Protocol protocol : Protocol.values()) {
        measured.put(protocol, new double[3][rounds]);
      }
      for (int i = 0; i < WARM_UP; i++) {
        for (Protocol protocol : Protocol.values()) {
          protocol.read(kind);
        }
      }
      for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < Protocol.values().length; i++) {
          Protocol protocol = Protocol.values()[(i + round) % Protocol.values().length];
          measure(protocol, kind, measured.get(protocol), round);
        }
      }
      print(kind, measured);
    }
  }

  private static void measure(Protocol protocol, String kind, double[][] into, int round)
      throws Exception {
    OperatingSystemMXBean process =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long cpu = process.getProcessCpuTime();
    long from = System.nanoTime();
    into[0][round] = protocol.read(kind) / 1e6;
    int events = Integer.parseInt(kind.substring(kind.indexOf(' ') + 1));
    into[1][round] = (System.nanoTime() - from) / 1e3 / events;
    into[CPU][round] = (process.getProcessCpuTime() - cpu) / 1e3 / events;
  }

  private static void print(String kind, Map<Protocol, double[][]> measured) {
    double[][] own = measured.get(Protocol.OWN);
    System.out.println("| " + kind + " | first byte | × | µs an event | × | CPU µs an event | × |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
    measured.forEach(
        (protocol, values) -> {
          StringBuilder line = new StringBuilder("| " + protocol);
          for (int i = 0; i < values.length; i++) {
            double value =
                i == CPU ? Arrays.stream(values[i]).average().orElse(0) : median(values[i]);
            double beside = i == CPU ? Arrays.stream(own[i]).average().orElse(1) : median(own[i]);
            line.append(" | %.1f | %.2f".formatted(value, value / beside));
          }
          System.out.println(line + " |");
        });
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
