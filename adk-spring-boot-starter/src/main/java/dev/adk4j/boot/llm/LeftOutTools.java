package dev.adk4j.boot.llm;

import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Tools of Spring AI's callbacks that are currently left out, with the reasons; see {@code
 * SpringAiTools}.
 */
final class LeftOutTools implements Consumer<Map<String, String>>, Supplier<Map<String, String>> {

  private volatile Map<String, String> now = Map.of();

  @Override
  public void accept(Map<String, String> leftOut) {
    now = leftOut;
  }

  @Override
  public Map<String, String> get() {
    return now;
  }
}
