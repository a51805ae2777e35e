package dev.adk4j.primitive;

import dev.adk4j.token.Tokenizable;
import org.jspecify.annotations.Nullable;

/** Holds the fields of records with a text. Not thread-safe. */
abstract sealed class TextBuilder<B extends TextBuilder<B>> extends RecordBuilder<B>
    permits Message.Builder, Memory.Builder, Thought.Builder, Retrievable.Builder {

  @Nullable Object content;

  /** Sets the text; may be empty only in a thought with a payload. */
  public B content(@Nullable String content) {
    this.content = content;
    return self();
  }

  /** Sets the text, which may be empty. */
  public B content(@Nullable Tokenizable content) {
    this.content = content;
    return self();
  }
}
