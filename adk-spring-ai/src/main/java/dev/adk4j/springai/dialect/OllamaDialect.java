package dev.adk4j.springai.dialect;

import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/**
 * Dialect of Ollama's API. Tool results have neither id nor name; only their order identifies them.
 */
final class OllamaDialect extends GenericDialect {

  public OllamaDialect() {
    super("ollama", "org.springframework.ai.ollama.api.OllamaChatOptions", true);
  }

  @Override
  public GenerationPart read(Generation generation) {
    GenerationPart part = GenerationPart.withMetadata(generation, "thinking");
    return new GenerationPart(part.text(), part.source(), part.reasoning(), true);
  }

  /** Older servers, and requests that only load a model, finish without a reason. */
  @Override
  public boolean isEnd(ChatResponse response) {
    return Boolean.TRUE.equals(response.getMetadata().get("done")) || super.isEnd(response);
  }

  /** A model that is bound to a format from the first word cannot call tools. */
  @Override
  public AnswerMode answerMode(boolean besideTools, boolean recursive) {
    return besideTools ? AnswerMode.TOOL : AnswerMode.NATIVE;
  }
}
