package dev.adk4j.test;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Predicate;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on a {@link ToolCall}.
 *
 * @since 0.1.0
 */
public final class ToolCallAssert extends AbstractAssert<ToolCallAssert, ToolCall> {

  ToolCallAssert(@Nullable ToolCall actual) {
    super(actual, ToolCallAssert.class);
  }

  public ToolCallAssert calls(String tool) {
    isNotNull();
    Assertions.assertThat(actual.tool()).as("tool of %s", actual).isEqualTo(tool);
    return this;
  }

  /** Requires that the tool was called with this argument; the value is compared as JSON. */
  public ToolCallAssert with(String argument, @Nullable Object expected) {
    isNotNull();
    checkArgument(actual.args(), argument, expected, actual);
    return this;
  }

  static void checkArgument(
      @Nullable JsonValue args, String argument, @Nullable Object expected, Object call) {
    JsonValue given =
        args == null ? null : args.at("/" + argument.replace("~", "~0").replace("/", "~1"));
    Assertions.assertThat(given == null ? "absent" : given.text())
        .as("argument '%s' of %s", argument, call)
        .isEqualTo(JsonValue.of(expected).text());
  }

  public ToolCallAssert succeeded() {
    isNotNull();
    Assertions.assertThat(actual.isError())
        .as("%s is an error: %s", actual, text(actual))
        .isFalse();
    return this;
  }

  public ToolCallAssert failed() {
    isNotNull();
    Assertions.assertThat(actual.isError()).as("%s is an error", actual).isTrue();
    return this;
  }

  /** Requires this text as the answer, either in the record itself or in one artifact. */
  public ToolCallAssert answered(String expected) {
    isNotNull();
    Assertions.assertThat(text(actual)).as("answer of %s", actual).isEqualTo(expected);
    return this;
  }

  /** Requires that the answer, as {@link #answered} takes it, contains all of these. */
  public ToolCallAssert answeredContaining(CharSequence... expected) {
    isNotNull();
    Assertions.assertThat(text(actual)).as("answer of %s", actual).contains(expected);
    return this;
  }

  /** Requires that the predicate is true for the answer, as {@link #answered} takes it. */
  public ToolCallAssert answeredMatching(Predicate<String> expected) {
    isNotNull();
    Assertions.assertThat(text(actual)).as("answer of %s", actual).isNotNull().matches(expected);
    return this;
  }

  /** Requires that all fields are equal, including the content of artifacts and media. */
  public ToolCallAssert hasSameContentAs(ToolCall expected) {
    isNotNull();
    Portrait.assertEqual(actual, expected);
    return this;
  }

  private static @Nullable String text(ToolCall call) {
    try {
      return switch (call.results()) {
        case ToolResults.Text(Tokenizable text) -> text.value();
        case ToolResults.Artifacts(List<SpooledArtifact> items, boolean single) when single ->
            items.getFirst().asString();
        default -> null;
      };
    } catch (IOException e) {
      throw new UncheckedIOException("the answer of " + call + " could not be read", e);
    }
  }
}
