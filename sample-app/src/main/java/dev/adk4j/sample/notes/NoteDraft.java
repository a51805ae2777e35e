package dev.adk4j.sample.notes;

import dev.adk4j.schema.JsonSchema;

/** A note as it is proposed. */
record NoteDraft(String title, String text) {

  static final JsonSchema SCHEMA =
      JsonSchema.parse(
          """
          {
            "type": "object",
            "properties": {
              "title": {"type": "string", "minLength": 1, "maxLength": 120, "pattern": "\\\\S"},
              "text": {"type": "string", "minLength": 1, "maxLength": 2000, "pattern": "\\\\S"}
            },
            "required": ["title", "text"],
            "additionalProperties": false
          }
          """);
}
