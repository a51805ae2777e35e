package dev.adk4j.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.harness.FakeDispatch;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.value.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Whatever a model asks for, in whatever order and however long it takes. */
@Timeout(120)
class ParallelOrderPropertyTests {

  private static final long SEED = 20260103L;

  /** Unknown tools, and arguments that do not fit, are among them. */
  private static final List<String> KINDS =
      List.of("parallel", "parallel", "parallel", "alone", "throwing", "throwingAlone", "missing");

  private static final List<String> THREADED = List.of("parallel", "throwing");

  private record Span(int from, int to) {}

  @Test
  void recordsAreInOrderAndOnlyNeighborsOverlap() {
    Random random = new Random(SEED);
    int overlaps = 0;
    for (int round = 0; round < 400; round++) {
      List<String> kinds = new ArrayList<>();
      for (int i = random.nextInt(12); i >= 0; i--) {
        kinds.add(KINDS.get(random.nextInt(KINDS.size())));
      }
      int max = 1 + random.nextInt(5);
      overlaps += play("round " + round + " " + kinds + " at most " + max, kinds, max, random);
    }
    assertThat(overlaps).as("rounds in which calls ran at once").isPositive();
  }

  /** Returns 1 where calls overlapped. */
  private static int play(String what, List<String> kinds, int max, Random random) {
    FakeDispatch dispatch = new FakeDispatch();
    Span[] spans = new Span[kinds.size()];
    AtomicInteger time = new AtomicInteger();
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    int[] pauses = random.ints(kinds.size(), 0, 40).toArray();
    for (String kind : KINDS.subList(2, KINDS.size() - 1)) {
      dispatch.tools.register(
          Tool.builder(kind)
              .description("d")
              .inputSchema(
                  ToolSchema.parse(
                      "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},"
                          + "\"required\":[\"n\"]}"))
              .parallel(THREADED.contains(kind))
              .handler(
                  (args, ctx, meta) -> {
                    int n = args.path("n").asInt();
                    int from = time.incrementAndGet();
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    for (int i = 0; i < pauses[n]; i++) {
                      Thread.yield();
                    }
                    running.decrementAndGet();
                    spans[n] = new Span(from, time.incrementAndGet());
                    if (kind.startsWith("throwing")) {
                      throw new IllegalStateException("failed " + n);
                    }
                    return ToolOutput.text("done " + n);
                  })
              .build());
    }
    List<ToolCallRequest> asked = new ArrayList<>();
    for (int n = 0; n < kinds.size(); n++) {
      JsonNode args = Json.read(random.nextInt(8) == 0 ? "{\"n\":\"x\"}" : "{\"n\":" + n + "}");
      asked.add(new ToolCallRequest("c" + n, kinds.get(n), args));
    }

    List<ToolCall> records =
        ToolCallRunner.run(
            dispatch.context(), dispatch.helpers(), asked, ToolResultOptions.DEFAULT, max);

    assertThat(records).as(what).isEqualTo(dispatch.stored).hasSize(kinds.size());
    for (int n = 0; n < kinds.size(); n++) {
      ToolCall record = records.get(n);
      boolean ran = spans[n] != null;
      assertThat(record.providerId()).as(what).hasValue("c" + n);
      assertThat(record.tool()).as(what).isEqualTo(kinds.get(n));
      assertThat(record.isError())
          .as(what + " call " + n)
          .isEqualTo(!ran || kinds.get(n).startsWith("throwing"));
      if (record.isError() && ran) {
        assertThat(record.text()).contains("failed " + n);
      }
    }
    assertThat(dispatch.reports().stream().filter(r -> !r.report().isComplete()))
        .as(what)
        .extracting(FakeDispatch.Report::id)
        .containsExactlyElementsOf(records.stream().map(ToolCall::id).toList());
    assertThat(dispatch.reports().stream().filter(r -> r.report().isComplete()))
        .as(what)
        .hasSize(kinds.size());
    assertThat(most.get()).as(what).isLessThanOrEqualTo(max);
    return overlaps(what, kinds, spans);
  }

  private static int overlaps(String what, List<String> kinds, Span[] spans) {
    int found = 0;
    for (int a = 0; a < spans.length; a++) {
      for (int b = a + 1; b < spans.length; b++) {
        if (spans[a] == null || spans[b] == null || spans[a].to < spans[b].from) {
          continue;
        }
        found = 1;
        assertThat(kinds.subList(a, b + 1))
            .as(what + ": " + a + " and " + b + " ran at once")
            .allMatch(THREADED::contains);
      }
    }
    return found;
  }
}
