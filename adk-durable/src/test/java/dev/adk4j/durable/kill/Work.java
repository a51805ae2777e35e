package dev.adk4j.durable.kill;

import java.util.List;
import java.util.stream.IntStream;

/** The calls that a turn's model asks for in each of its iterations. */
enum Work {
  /** One charge at a time. */
  ONE {
    @Override
    List<Integer> calls(int iteration) {
      return List.of(iteration * 10);
    }
  },

  /** Three charges at once, in one iteration beside one that needs an approval. */
  SEVERAL {
    @Override
    List<Integer> calls(int iteration) {
      return IntStream.range(0, iteration == APPROVED ? 4 : 3)
          .mapToObj(n -> iteration * 10 + n)
          .toList();
    }
  };

  static final int ITERATIONS = 5;
  private static final int APPROVED = 2;

  /** The numbers of the calls, which no other call of the turn has. */
  abstract List<Integer> calls(int iteration);

  static String tool(int call) {
    return call % 10 == 3 ? "transfer" : "charge";
  }

  List<Integer> calls() {
    return IntStream.range(0, ITERATIONS).boxed().flatMap(i -> calls(i).stream()).toList();
  }
}
