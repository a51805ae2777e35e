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

/** Holds the records and tools that a prompt will be made of, oldest first. Not thread-safe. */
final class WorkingSet {

  final Tokenizable systemPrompt;
  final List<Tokenizable> standingInstructions = new ArrayList<>();
  final List<Retrievable> retrievables = new ArrayList<>();
  final List<Memory> memories = new ArrayList<>();

  /** Images of these messages are counted by {@link #images}, other attachments here. */
  final List<Message> messages = new ArrayList<>();

  final List<Thought> priorThoughts = new ArrayList<>();
  final List<Thought> thoughts = new ArrayList<>();
  final List<ToolCall> priorToolCalls = new ArrayList<>();
  final List<ToolCall> toolCalls = new ArrayList<>();

  /** The tools that the model is offered. */
  final List<Tool> tools = new ArrayList<>();

  /** Tools that the model is no longer offered but may still call. */
  final List<Tool> hiddenTools = new ArrayList<>();

  final List<Media> images = new ArrayList<>();

  WorkingSet(Tokenizable systemPrompt) {
    this.systemPrompt = systemPrompt;
  }
}
