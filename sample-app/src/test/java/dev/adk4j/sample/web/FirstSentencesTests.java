package dev.adk4j.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.sample.SampleApplication;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/**
 * What people say first, each in a conversation of its own, and whether the answer is of use. With
 * {@code -Dadk.docs.update=true} the answers are written beside the sentences.
 */
@Tag("slow")
@SpringBootTest(
    classes = SampleApplication.class,
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.datasource.url=jdbc:h2:mem:first;DB_CLOSE_DELAY=-1",
      // one person says all of it at once
      "adk.limits.turns-per-hour=0",
      "adk.limits.conversations-per-hour=0"
    })
class FirstSentencesTests {

  private static final Path RESOURCES = Path.of("src/test/resources");

  private static final long SOON = 300;

  private static final Pattern LINE = Pattern.compile("(.+) => (?:page (.+?))?(?: ?says (.+))?");
  private static final Pattern ASKS = Pattern.compile("(.+) => asks (\\S+)");
  private static final Pattern FROM =
      Pattern.compile("(?:^|\n\n)(?:From|[^\n]*The nearest one is) \\[[^\\]]*]\\((([^)#]+)[^)]*)");

  @LocalServerPort private int port;

  private record Answered(String sentence, String answer, boolean useful, long millis) {}

  @Test
  void answersFirstSentencesUsefullyAndSoon() throws Exception {
    List<String> lines =
        Files.readAllLines(RESOURCES.resolve("first-sentences.txt")).stream()
            .filter(line -> line.contains(" => "))
            .toList();
    Api api = new Api(port);
    api.say("warm", "What is a gate?");
    List<Answered> answers = new ArrayList<>();
    for (String line : lines) {
      answers.add(answer(api, "c" + answers.size(), line));
    }
    report(answers);

    assertThat(answers).hasSizeGreaterThanOrEqualTo(100);
    List<Answered> useless = answers.stream().filter(answer -> !answer.useful()).toList();
    assertThat(useless).hasSizeLessThanOrEqualTo(answers.size() * 15 / 100);
    // 300 ms are printed; a machine that does other things at once gets more
    assertThat(answers.stream().mapToLong(Answered::millis).sorted().skip(answers.size() / 2))
        .first()
        .satisfies(median -> assertThat(median).isLessThan(4 * SOON));
  }

  /**
   * Sentences of somebody who knew one paragraph about the library, each with a grade by reading
   * and the beginning of the answer that was graded. An answer that changed has to be read again.
   */
  @Test
  void answersStrangersAsTheAnswersWereGraded() throws Exception {
    Path file = RESOURCES.resolve("strangers-answers.txt");
    List<String> lines =
        Files.readAllLines(file).stream().filter(line -> !line.startsWith("#")).toList();
    Api api = new Api(port);
    StringBuilder page = new StringBuilder();
    List<String> changed = new ArrayList<>();
    for (int i = 0; i < lines.size(); i += 2) {
      String[] graded = lines.get(i).split(": ", 2);
      String answer = Api.answer(api.say("s" + i, graded[1])).replaceAll("\\s+", " ").strip();
      String begin = answer.substring(0, Math.min(answer.length(), 110)).strip();
      boolean same = begin.equals(lines.get(i + 1).strip());
      if (!same) {
        changed.add(graded[1] + " => " + answer);
      }
      page.append(same ? graded[0] : "unread").append(": ").append(graded[1]);
      page.append("\n    ").append(begin).append("\n");
    }
    if (Boolean.getBoolean("adk.docs.update")) {
      changed.forEach(System.out::println);
      Files.writeString(file, page.toString(), StandardCharsets.UTF_8);
    }
    assertThat(lines.stream().filter(line -> !line.startsWith(" ")))
        .hasSize(100)
        .allMatch(line -> line.matches("(useful|pages|useless|wrong): .+"));
    assertThat(changed).as("answers to read and grade again").hasSizeLessThanOrEqualTo(10);
  }

  private static Answered answer(Api api, String conversation, String line) throws Exception {
    Matcher asks = ASKS.matcher(line);
    if (asks.matches()) {
      return approved(api, conversation, asks.group(1), asks.group(2));
    }
    Matcher expected = LINE.matcher(line);
    assertThat(expected.matches()).as(line).isTrue();
    long from = System.nanoTime();
    String answer = Api.answer(api.say(conversation, expected.group(1)));
    long millis = (System.nanoTime() - from) / 1_000_000;
    return new Answered(
        expected.group(1),
        answer,
        isFrom(expected.group(2), answer) && says(expected.group(3), answer),
        millis);
  }

  /** A person is asked, approves, and is told what was done. */
  private static Answered approved(Api api, String conversation, String sentence, String tool)
      throws Exception {
    long from = System.nanoTime();
    try (GateWatcher gate = GateWatcher.ask(api, conversation, sentence)) {
      long millis = (System.nanoTime() - from) / 1_000_000;
      boolean asked = gate.gate().at("/payload/tool").asString().equals(tool);
      api.postJson(gate.path(), "{\"decision\":\"approve\"}");
      return new Answered(
          sentence, gate.answer(), asked && gate.answer().startsWith("Deleted everything"), millis);
    }
  }

  private static boolean isFrom(String pages, String answer) {
    if (pages == null) {
      return true;
    }
    return FROM.matcher(answer)
        .results()
        .reduce((first, last) -> last)
        .filter(
            from ->
                List.of(pages.split(", ")).contains(from.group(1))
                    || List.of(pages.split(", ")).contains(from.group(2)))
        .isPresent();
  }

  private static boolean says(String words, String answer) {
    return words == null || Pattern.compile(words, Pattern.DOTALL).matcher(answer).find();
  }

  private static void report(List<Answered> answers) throws IOException {
    long useful = answers.stream().filter(Answered::useful).count();
    System.out.println(useful + " of " + answers.size() + " first sentences have a useful answer.");
    answers.stream()
        .filter(answer -> !answer.useful())
        .forEach(answer -> System.out.println("not: " + answer));
    Answered slowest = answers.stream().max(Comparator.comparing(Answered::millis)).orElseThrow();
    System.out.println(
        answers.stream().filter(answer -> answer.millis() < SOON).count()
            + " answers took less than 300 ms; the slowest, to \""
            + slowest.sentence()
            + "\", "
            + slowest.millis()
            + " ms.");
    if (Boolean.getBoolean("adk.docs.update")) {
      StringBuilder page = new StringBuilder();
      answers.forEach(
          a ->
              page.append(a.useful() ? "+ " : "- ")
                  .append(a.sentence())
                  .append("\n\n    ")
                  .append(a.answer().replace("\n", "\n    ").replaceAll("(?m)[ ]+$", ""))
                  .append("\n\n"));
      Files.writeString(
          RESOURCES.resolve("first-answers.txt"), page.toString(), StandardCharsets.UTF_8);
    }
  }
}
