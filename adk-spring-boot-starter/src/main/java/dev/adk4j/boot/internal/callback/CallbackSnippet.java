package dev.adk4j.boot.internal.callback;

import dev.adk4j.storage.CallbackKey;

/** Writes a bean method for a missing callback, complete except for the application's own call. */
final class CallbackSnippet {

  private CallbackSnippet() {}

  static String of(CallbackKey key) {
    String operation = key.operation();
    String body =
        switch (key) {
          case STORE_MEDIA_BYTES, STORE_RETRIEVABLE_BYTES ->
              "(ctx, id, bytes) -> myStore.write(id, bytes)";
          default -> lambda(operation);
        };
    return "@Bean\n%s %s() {\n  return %s;\n}"
        .formatted(key.type().getSimpleName(), operation, body);
  }

  private static String lambda(String operation) {
    if (operation.startsWith("fetch") || operation.startsWith("refresh")) {
      return "ctx -> myStore." + operation + "(ctx.scope())";
    }
    boolean byId = operation.startsWith("delete") && !operation.endsWith("Instruction");
    String argument = byId ? "id" : "record";
    return "(ctx, %s) -> myStore.%s(ctx.scope(), %s)".formatted(argument, operation, argument);
  }
}
