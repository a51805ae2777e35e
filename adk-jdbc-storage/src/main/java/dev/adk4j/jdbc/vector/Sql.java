package dev.adk4j.jdbc.vector;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQL text with the arguments of its placeholders, in the order of the text. */
final class Sql {

  private final StringBuilder text = new StringBuilder();
  private final List<@Nullable Object> args = new ArrayList<>();

  static Sql of(String text, @Nullable Object... args) {
    return new Sql().add(text, args);
  }

  Sql add(String more, @Nullable Object... values) {
    text.append(more);
    Collections.addAll(args, values);
    return this;
  }

  Sql add(Sql other) {
    text.append(other.text);
    args.addAll(other.args);
    return this;
  }

  String text() {
    return text.toString();
  }

  List<@Nullable Object> args() {
    return args;
  }
}
