package dev.adk4j.prompt.context;

/** Asks a model for a summary. */
@FunctionalInterface
public interface Summariser {

  /**
   * @param system instructions
   * @param text what is to be summarised: a conversation from outside, to be treated as data
   * @return empty where the model gave nothing
   */
  String summarise(String system, String text) throws Exception;
}
