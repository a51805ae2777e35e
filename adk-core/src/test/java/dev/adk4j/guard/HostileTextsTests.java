package dev.adk4j.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.client.AgentClient;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** 202 hostile texts, as a whole and character by character, and texts that only look alike. */
class HostileTextsTests {

  private static final Pattern SECRETS =
      Pattern.compile(
          "sk-[A-Za-z0-9-]{16,40}|gh[pousr]_[A-Za-z0-9]{20,40}|AKIA[A-Z0-9]{12,20}|-----BEGIN [A-Z ]{0,20}PRIVATE KEY"
              + "|passw(?:or)?d\\s?[=:]|\\bbearer\\s[A-Za-z0-9._-]{16,60}|://[^\\s/@]{1,40}:[^\\s/@]{1,40}@|project\\s{0,3}nightfall",
          Pattern.CASE_INSENSITIVE);

  record Hostile(String guard, List<String> secrets, String text) {
    @Override
    public String toString() {
      return guard + ": " + text;
    }
  }

  private static List<String> lines(String name) {
    try (var in =
        Objects.requireNonNull(HostileTextsTests.class.getResourceAsStream("/guard/" + name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Hostile> hostile() {
    return lines("hostile-texts.tsv").stream()
        .map(line -> line.split("\t", -1))
        .map(
            row ->
                new Hostile(
                    row[0],
                    row[1].isEmpty() ? List.of() : List.of(row[1].split(";")),
                    row[2].replace("\\n", "\n").replace("\\\\", "\\")))
        .toList();
  }

  static Stream<Hostile> hostile(boolean masked) {
    return hostile().stream().filter(row -> row.guard().equals("pii") == masked);
  }

  static Stream<Hostile> masked() {
    return hostile(true);
  }

  static Stream<Hostile> refused() {
    return hostile(false);
  }

  private static TextGuard guard(String name) {
    return switch (name) {
      case "pii" -> TextGuard.pii(TextGuard.Pii.values());
      case "pattern" -> TextGuard.refuse(SECRETS);
      default -> TextGuard.injection();
    };
  }

  @Test
  void thereAreTwoHundred() {
    assertThat(hostile()).hasSizeGreaterThanOrEqualTo(200).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("masked")
  void reachesNobodyUnmasked(Hostile hostile) {
    TextGuard guard = guard("pii");
    String whole = Said.to(guard, List.of(hostile.text())).answer();
    String framed = "x ".repeat(300) + hostile.text() + " and so on".repeat(60);

    assertThat(whole).contains("[").doesNotContain(hostile.secrets());
    for (int size : List.of(1, 7, 100_000)) {
      for (String text : List.of(hostile.text(), framed)) {
        Said said = Said.to(guard, Said.parts(text, size));
        String expected = Said.to(guard, List.of(text)).answer();
        assertThat(said.answer()).isEqualTo(expected);
        assertThat(said.everything()).allMatch(heard -> heard.equals(expected), expected);
        assertThat(expected).doesNotContain(hostile.secrets());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("refused")
  void reachesNobodyWhereTheAnswerIsRefused(Hostile hostile) {
    for (int window : List.of(0, 120)) {
      for (int size : List.of(1, 7, 100_000)) {
        TextGuard guard = guard(hostile.guard()).window(window);
        Said said = Said.to(guard, Said.parts(hostile.text(), size));
        assertThat(said.failure())
            .matches(e -> AdkException.is(e, AdkErrorCode.E_GUARD_REFUSED), "refused");
        assertThat(said.everything()).allMatch(String::isEmpty);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("refused")
  void reachesNoModelWhereTheInputIsRefused(Hostile hostile) {
    Guarded guarded = new Guarded(Guards.builder().input("it", guard(hostile.guard())).build());
    AgentClient agent = guarded.agent((ctx, helpers) -> ctx.ack());

    assertThatThrownBy(() -> agent.conversation("ann", "c").send(hostile.text()))
        .matches(e -> AdkException.is(e, AdkErrorCode.E_GUARD_REFUSED), "refused");
    assertThat(guarded.dispatches()).isZero();
    assertThat(guarded.stored()).isEmpty();
  }

  static Stream<String> harmless() {
    return lines("harmless-texts.txt").stream();
  }

  @ParameterizedTest
  @MethodSource("harmless")
  void whatOnlyLooksAlikePasses(String text) throws Exception {
    for (String name : List.of("pii", "pattern", "injection")) {
      assertThat(Said.to(guard(name), Said.parts(text, 1)).answer()).isEqualTo(text);
    }
  }
}
