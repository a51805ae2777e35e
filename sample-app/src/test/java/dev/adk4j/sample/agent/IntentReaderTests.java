package dev.adk4j.sample.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntentReaderTests {

  static Stream<Arguments> texts() {
    return Stream.of(
        // arithmetic
        arguments("2 * (3 + 4)", new Intent.Calculate("2 * (3 + 4)")),
        arguments("What is 5! + sqrt(16)?", new Intent.Calculate("5! + sqrt(16)")),
        arguments("calculate 7 / 0 =", new Intent.Calculate("7 / 0")),
        arguments("5!", new Intent.Calculate("5!")),
        arguments("compute foo + 1", new Intent.Calculate("foo + 1")),
        // time
        arguments("time in Oslo", new Intent.TellTime("Oslo")),
        arguments("What time is it in Asia/Tokyo?", new Intent.TellTime("Asia/Tokyo")),
        arguments("what's the time?", new Intent.TellTime("")),
        // requests to remember and to recall
        arguments(
            "Remember that my dog is called Rex.", new Intent.Remember("my dog is called Rex")),
        arguments("please remember: tea at five", new Intent.Remember("tea at five")),
        arguments("What do you know about my dog?", new Intent.Recall("my dog")),
        arguments("what do you remember?", new Intent.Recall("")),
        arguments("what is my dog called?", new Intent.Recall("what is my dog called")),
        // statements of people about themselves
        arguments("My boat is called Ada.", new Intent.Tell("My boat is called Ada")),
        arguments("i'm allergic to nuts!", new Intent.Tell("i'm allergic to nuts")),
        arguments("I like what? tea", new Intent.Ask("I like what? tea")),
        arguments("I want to store messages", new Intent.Ask("I want to store messages")),
        arguments("my boat", new Intent.Recall("my boat")),
        // who people are
        arguments("I am Ann", new Intent.Introduce("Ann", "I am Ann")),
        arguments("Hi, my name is bob.", new Intent.Introduce("Bob", "Hi, my name is bob")),
        arguments(
            "I'm Maria and I live in Oslo",
            new Intent.Introduce("Maria", "I'm Maria and I live in Oslo")),
        arguments("I am tired of this", new Intent.Tell("I am tired of this")),
        arguments("I paid 450 for my boat", new Intent.Tell("I paid 450 for my boat")),
        arguments(
            "I took the key of ours and get 401 all the time!!",
            new Intent.Recall("I took the key of ours and get 401 all the time")),
        arguments("my agent does not start", new Intent.Recall("my agent does not start")),
        arguments("what's my name?", new Intent.TellName()),
        // small talk
        arguments("hello", new Intent.Chat(SmallTalk.GREETING)),
        arguments("thanks a lot!", new Intent.Chat(SmallTalk.THANKS)),
        arguments("sing a song", new Intent.Chat(SmallTalk.NEEDS_A_MODEL)),
        // questions for the documentation
        arguments("What is a turn?", new Intent.Ask("What is a turn")),
        arguments("explain gates", new Intent.Ask("explain gates")),
        arguments("search for storage", new Intent.Ask("storage")),
        // searches in a page
        arguments("outline of README.md", new Intent.Outline("README.md")),
        arguments(
            "find \"gate in time\" in errors.md", new Intent.Find("gate in time", "errors.md")),
        arguments("read docs/reference/errors.md", new Intent.Read("docs/reference/errors.md")),
        // requests that need approval
        arguments(
            "publish: Hello - This is a note.", new Intent.Publish("Hello", "This is a note.")),
        arguments("Publish a note: It works.", new Intent.Publish("It works", "It works.")),
        arguments("forget about my dog.", new Intent.Forget("my dog")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("texts")
  void readsWhatIsMeant(String text, Intent intent) {
    assertThat(IntentReader.read(text)).isEqualTo(intent);
  }

  @ParameterizedTest
  @CsvSource({
    "What day is it?, 0, days",
    "today, 0, days",
    "what is the date tomorrow, 1, days",
    "in 10 days, 10, days",
    "what date will it be in two weeks, 2, weeks",
    "3 days ago, -3, days",
    "a month from now, 1, months"
  })
  void readsDates(String text, int amount, String unit) {
    assertThat(IntentReader.read(text)).isEqualTo(new Intent.TellDate(amount, unit));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "15% of 80 | 15 * 80 / 100",
        "what is half of ninety | 90 / 2",
        "two hundred and five plus 1 | 205 + 1",
        "three thousand two hundred minus twenty-one | 3200 - 21",
        "1,200 + 300 | 1200 + 300",
        "80 + 10% | 80 + 80 * 10 / 100",
        "the square root of 16 | sqrt(16)",
        "5 squared | 5 ^ 2"
      })
  void readsArithmeticInWords(String text, String expression) {
    assertThat(IntentReader.read(text))
        .isInstanceOfSatisfying(
            Intent.Calculate.class, read -> assertThat(read.expression()).isEqualTo(expression));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delete everything you know about me",
        "Forget everything",
        "please erase all my data",
        "forget me",
        "clear your memory"
      })
  void readsRequestsToForgetEverything(String text) {
    assertThat(IntentReader.read(text)).isEqualTo(new Intent.Forget("everything"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"help", "What can you do?", "what can I ask you"})
  void readsTheWishForHelp(String text) {
    assertThat(IntentReader.read(text)).isEqualTo(new Intent.Help());
  }

  @ParameterizedTest
  @ValueSource(strings = {"…", "remember", "1 apple", "human approval"})
  void searchesForEverythingElse(String text) {
    assertThat(IntentReader.read(text)).isInstanceOf(Intent.Ask.class);
  }

  @Test
  void hostileTextsAreReadInLinearTime() {
    readHostileTexts(100_000);
  }

  @Test
  @Tag("slow")
  void hostileTextsOfAMegabyteAreReadInLinearTime() {
    readHostileTexts(1_000_000);
  }

  private static void readHostileTexts(int length) {
    for (String part :
        new String[] {
          " ",
          "1",
          "(",
          "?",
          "e",
          "what is ",
          "time ",
          "find ",
          " in ",
          "publish ",
          "my ",
          "i ",
          "half of ",
          "delete all ",
          "i am A"
        }) {
      String text = part.repeat(length / part.length());
      assertThat(IntentReader.read(text)).isNotNull();
      assertThat(IntentReader.read(text + "ä")).isNotNull();
    }
  }
}
