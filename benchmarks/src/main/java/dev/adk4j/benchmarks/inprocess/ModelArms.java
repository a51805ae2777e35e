package dev.adk4j.benchmarks.inprocess;

import dev.adk4j.benchmarks.Texts;
import java.util.function.Function;

/** The libraries that are compared in process. */
public enum ModelArms {
  ADK("ADK for Java", texts -> new AdkModelArm(texts)),
  SPRING_AI_NO_MEMORY(
      "Spring AI, no memory at all", texts -> SpringAiModelArm.withoutMemory(texts)),
  SPRING_AI("Spring AI with memory", texts -> SpringAiModelArm.withMemory(texts)),
  LANGCHAIN4J("LangChain4j with memory", texts -> new LangChain4jModelArm(texts)),
  GOOGLE_ADK("Google ADK", texts -> new GoogleAdkModelArm(texts));

  private final String label;
  private final Function<Texts, ModelArm> arm;

  ModelArms(String label, Function<Texts, ModelArm> arm) {
    this.label = label;
    this.arm = arm;
  }

  String label() {
    return label;
  }

  ModelArm create(Texts texts) {
    return arm.apply(texts);
  }
}
