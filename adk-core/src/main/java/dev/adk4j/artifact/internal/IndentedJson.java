package dev.adk4j.artifact.internal;

import dev.adk4j.value.Json;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.ObjectWriter;

/**
 * Writes JSON with an indentation of two blanks: each array element and each member on its own
 * line, so that artifact queries can address them.
 */
public final class IndentedJson {

  public static final ObjectWriter WRITER = Json.mapper().writer().with(printer());

  private IndentedJson() {}

  private static DefaultPrettyPrinter printer() {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    Separators separators =
        Separators.createDefaultInstance()
            .withObjectNameValueSpacing(Separators.Spacing.AFTER)
            .withObjectEmptySeparator("")
            .withArrayEmptySeparator("");
    return new DefaultPrettyPrinter(separators)
        .withObjectIndenter(indenter)
        .withArrayIndenter(indenter);
  }
}
