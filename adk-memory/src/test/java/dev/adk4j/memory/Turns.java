package dev.adk4j.memory;

import dev.adk4j.harness.FakeDispatch;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import java.time.Instant;

/** Short forms of turns that remember and tools that are called. */
final class Turns {

  private Turns() {}

  static RawTurnContext asking(Scope scope, String text) {
    return RawTurnContext.builder()
        .systemPrompt("Be brief.")
        .scope(scope)
        .input(Message.user(text))
        .build();
  }

  static Memory memory(String id, String content) {
    return Memory.builder()
        .id(id)
        .content(content)
        .confidence(0.5)
        .importance(0.5)
        .createdAt(Instant.EPOCH)
        .updatedAt(Instant.EPOCH)
        .build();
  }

  static String call(Tool tool, String args) {
    return call(tool, new FakeDispatch().context(), args);
  }

  /** Calls with, and answers in, JSON whose quotes are single. */
  static String call(Tool tool, DispatchContext context, String args) {
    try {
      ToolOutput output = tool.executor(context).execute(Json.read(args.replace('\'', '"')));
      return ((ToolOutput.Text) output).text().value().replace('"', '\'');
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
