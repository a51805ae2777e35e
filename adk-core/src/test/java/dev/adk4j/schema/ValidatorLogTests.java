package dev.adk4j.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.adk4j.error.ValidationException;
import dev.adk4j.value.Json;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Arguments come from a model: they never decide how much is logged, nor what. */
class ValidatorLogTests {

  private final Logger logger = (Logger) LoggerFactory.getLogger("com.networknt");
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
  private Level before;

  @BeforeEach
  void listen() {
    before = logger.getLevel();
    logger.setLevel(Level.DEBUG);
    appender.start();
    logger.addAppender(appender);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(appender);
    logger.setLevel(before);
  }

  @Test
  void doesNotLogEndlessMatches() {
    JsonSchema schema =
        JsonSchema.parse(
            "{\"additionalProperties\":{\"pattern\":\"(?=(a+)+$)b\",\"format\":\"date-time\"}}");
    ObjectNode args = Json.mapper().createObjectNode();
    for (int i = 0; i < 50; i++) {
      args.put("secret-" + i, "a".repeat(40) + "!");
    }
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> schema.validate(args)).isInstanceOf(ValidationException.class);
    }
    assertThat(appender.list).isEmpty();
  }

  @Test
  void formatsOfEveryDraftAssertNothingAndLogNothing() {
    for (String draft :
        List.of(
            "https://json-schema.org/draft/2020-12/schema",
            "https://json-schema.org/draft/2019-09/schema",
            "http://json-schema.org/draft-07/schema#",
            "http://json-schema.org/draft-04/schema#")) {
      for (String format : List.of("date-time", "regex", "email", "uri", "ipv4", "hostname", "x")) {
        JsonSchema schema =
            JsonSchema.parse(
                "{\"$schema\":\"" + draft + "\",\"items\":{\"format\":\"" + format + "\"}}");
        appender.list.clear();
        schema.validate(Json.read("[\"((((\",\"2024-13-45T99:99:99Z\",\"\",\"secret\"]"));
        assertThat(appender.list).as(draft + " " + format).isEmpty();
      }
    }
  }

  @Test
  void doesNotLogEachUnknownKeyword() {
    StringBuilder keywords = new StringBuilder("{");
    for (int i = 0; i < 1_000; i++) {
      keywords.append("\"x-unknown-").append(i).append("\":1,");
    }
    JsonSchema schema = JsonSchema.parse(keywords + "\"type\":\"string\"}");
    schema.validate(Json.read("\"a\""));
    assertThat(appender.list).isEmpty();
  }
}
