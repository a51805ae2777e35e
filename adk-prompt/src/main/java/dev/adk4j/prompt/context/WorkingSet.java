package dev.adk4j.prompt.context;

import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.token.Tokenizable;
import java.util.ArrayList;
import java.util.List;

/** Holds the records and tools for a prompt, oldest first. Not thread-safe. */
final class WorkingSet {

  final Tokenizable systemPrompt;
  final List<Tokenizable> standingInstructions = new ArrayList<>();
  final List<Retrievable> retrievables = new ArrayList<>();
  final List<Memory> memories = new ArrayList<>();

  /** {@link #images} counts the images of these messages; this counts other attachments. */
  final List<Message> messages = new ArrayList<>();

  final List<Thought> priorThoughts = new ArrayList<>();
  final List<Thought> thoughts = new ArrayList<>();
  final List<ToolCall> priorToolCalls = new ArrayList<>();
  final List<ToolCall> toolCalls = new ArrayList<>();

  /** The tools offered to the model. */
  final List<Tool> tools = new ArrayList<>();

  /** Tools that are no longer offered to the model but may still be called. */
  final List<Tool> hiddenTools = new ArrayList<>();

  final List<Media> images = new ArrayList<>();

  WorkingSet(Tokenizable systemPrompt) {
    this.systemPrompt = systemPrompt;
  }
}
