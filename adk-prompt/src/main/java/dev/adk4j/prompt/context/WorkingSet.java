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

/** What a prompt is to be made of; {@link Thrift} takes from it. Not thread-safe. */
public final class WorkingSet {

  final Tokenizable systemPrompt;
  final List<Tokenizable> standingInstructions = new ArrayList<>();
  final List<Retrievable> retrievables = new ArrayList<>();
  final List<Memory> memories = new ArrayList<>();
  final List<Message> messages = new ArrayList<>();
  final List<Thought> priorThoughts = new ArrayList<>();
  final List<Thought> thoughts = new ArrayList<>();
  final List<ToolCall> priorToolCalls = new ArrayList<>();
  final List<ToolCall> toolCalls = new ArrayList<>();
  final List<Tool> tools = new ArrayList<>();
  final List<Tool> hiddenTools = new ArrayList<>();
  final List<Media> images = new ArrayList<>();

  public WorkingSet(Tokenizable systemPrompt) {
    this.systemPrompt = systemPrompt;
  }

  public List<Tokenizable> standingInstructions() {
    return standingInstructions;
  }

  public List<Retrievable> retrievables() {
    return retrievables;
  }

  public List<Memory> memories() {
    return memories;
  }

  /** Oldest first. Their images are counted by {@link #images()}, other attachments here. */
  public List<Message> messages() {
    return messages;
  }

  /** Thoughts of earlier turns, oldest first. */
  public List<Thought> priorThoughts() {
    return priorThoughts;
  }

  /** Thoughts of this turn, oldest first. */
  public List<Thought> thoughts() {
    return thoughts;
  }

  /** Calls of earlier turns, oldest first. */
  public List<ToolCall> priorToolCalls() {
    return priorToolCalls;
  }

  /** Calls of this turn, oldest first. */
  public List<ToolCall> toolCalls() {
    return toolCalls;
  }

  /** What the model is offered. */
  public List<Tool> tools() {
    return tools;
  }

  /** What it is no longer offered but may still call. */
  public List<Tool> hiddenTools() {
    return hiddenTools;
  }

  /** Images attached to the messages, oldest first. */
  public List<Media> images() {
    return images;
  }
}
