package dev.adk4j.artifact;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.artifact.internal.Deadline;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GrepTests {

  @Test
  void findsAnywhereInALineAndEachLineAfresh() throws IOException {
    SpooledArtifact artifact = SpooledArtifactTests.of("say hello\nhello\nbye");
    assertThat(artifact.grep("hello", "")).containsExactly("say hello", "hello");
    assertThat(artifact.grep("^hello$", "")).containsExactly("hello");
    assertThat(artifact.grep(Pattern.compile("\\Ghello"))).containsExactly("hello");
  }

  @Test
  void appliesFlags() throws IOException {
    SpooledArtifact artifact = SpooledArtifactTests.of("ÄPFEL\nbirne\rx\r");
    assertThat(artifact.grep("äpfel", "")).isEmpty();
    assertThat(artifact.grep("äpfel", "iu")).containsExactly("ÄPFEL");
    assertThat(artifact.grep("birne.x", "s")).hasSize(1);
    assertThat(artifact.grep("birne", "imsu")).hasSize(1);
  }

  @Test
  void unknownOrRepeatedFlagsAndBadPatternsAreNamedErrors() {
    SpooledArtifact artifact = SpooledArtifactTests.of("a");
    for (String flags : List.of("g", "y", "ii", "imi", "I")) {
      assertInvalid(() -> artifact.grep("a", flags), flags);
    }
    for (String pattern :
        List.of(
            "", "(", "[", "a**", "(?=a)", "(?<!a)b", "(a)\\1", "\\", "a{1001}", "x".repeat(1001))) {
      assertInvalid(() -> artifact.grep(pattern, ""), pattern);
    }
  }

  @Test
  void matchesExplosiveExpressionsFast() throws IOException {
    String line = "a".repeat(20_000) + "b";
    SpooledArtifact artifact = SpooledArtifactTests.of(line);
    for (String pattern :
        List.of(
            "(a+)+$",
            "(a|aa)+$",
            "(a|a?)+c",
            "(.*)*x",
            "([a-z]+)*\\d",
            "(x+x+)+y",
            "a*a*a*a*a*a*c")) {
      assertThat(artifact.grep(pattern, "").size()).as(pattern).isZero();
    }
  }

  @Test
  void refusesMultiplyingRepetitionsEarly() {
    SpooledArtifact artifact = SpooledArtifactTests.of("a");
    for (String pattern :
        List.of(
            "((a{100}){100}){100}",
            "(((a{30}){30}){30}){30}",
            "((((((((((a{2,9}){9}){9}){9}){9}){9}){9}){9}){9}){9})",
            "(\\Qabc\\E{1000}){1000}",
            "([a-z[:alpha:]\\]]{500}b{500}){500}",
            "(".repeat(200) + "a" + ")".repeat(200))) {
      assertInvalid(() -> artifact.grep(pattern, ""), pattern);
    }
  }

  @Test
  void ordinaryRepetitionsPass() throws IOException {
    SpooledArtifact artifact = SpooledArtifactTests.of("2024-05-01 10.0.0.1 {x} a{b ]");
    for (String pattern :
        List.of(
            "\\d{4}-\\d{2}-\\d{2}",
            "(\\d{1,3}\\.){3}\\d{1,3}",
            "\\{x\\}",
            "a\\{b",
            "[]]",
            "[^]a]",
            "\\Q{x}\\E",
            "(?i)A",
            "0{0,}")) {
      assertThat(artifact.grep(pattern, "")).as(pattern).hasSize(1);
    }
  }

  @Test
  void endsSlowLinesAtTheLimit() {
    Deadline deadline = new Deadline(Duration.ofMillis(1).toNanos());
    CharSequence watched = deadline.watch("a".repeat(500_000));
    deadline.resume();
    assertFails(
        AdkErrorCode.E_ARTIFACT_QUERY_LIMIT,
        () -> com.google.re2j.Pattern.compile("(a*)*b").matcher(watched).find());
  }

  @Test
  void timeOutsideTheExpressionDoesNotCount() {
    AtomicLong now = new AtomicLong();
    Deadline deadline = new Deadline(1_050, now::get);
    for (int i = 0; i < 1000; i++) {
      now.addAndGet(1_000);
      deadline.resume();
      now.addAndGet(1);
      deadline.pause();
    }
    deadline.resume();
    now.addAndGet(52);
    assertFails(AdkErrorCode.E_ARTIFACT_QUERY_LIMIT, deadline::pause);
  }

  @Test
  void anInterruptedQueryStops() {
    SpooledArtifact artifact = SpooledArtifactTests.of("a\nb");
    Thread.currentThread().interrupt();
    try {
      assertFails(AdkErrorCode.E_ARTIFACT_QUERY_LIMIT, () -> artifact.grep("a", ""));
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  private static void assertInvalid(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String what) {
    assertThatThrownBy(call)
        .as(what)
        .matches(e -> AdkException.is(e, AdkErrorCode.E_ARTIFACT_QUERY_INVALID));
  }
}
