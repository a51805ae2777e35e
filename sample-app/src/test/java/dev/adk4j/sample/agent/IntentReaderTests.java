package dev.adk4j.sample.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntentReaderTests {

  @Test
  void readsArithmetic() {
    assertThat(IntentReader.read("2 * (3 + 4)")).isEqualTo(new Intent.Calculate("2 * (3 + 4)"));
    assertThat(IntentReader.read("What is 5! + sqrt(16)?"))
        .isEqualTo(new Intent.Calculate("5! + sqrt(16)"));
    assertThat(IntentReader.read("calculate 7 / 0 =")).isEqualTo(new Intent.Calculate("7 / 0"));
    assertThat(IntentReader.read("5!")).isEqualTo(new Intent.Calculate("5!"));
    assertThat(IntentReader.read("compute foo + 1")).isEqualTo(new Intent.Calculate("foo + 1"));
  }

  @Test
  void readsTime() {
    assertThat(IntentReader.read("time in Oslo")).isEqualTo(new Intent.TellTime("Oslo"));
    assertThat(IntentReader.read("What time is it in Asia/Tokyo?"))
        .isEqualTo(new Intent.TellTime("Asia/Tokyo"));
    assertThat(IntentReader.read("what's the time?")).isEqualTo(new Intent.TellTime(""));
  }

  @Test
  void readsRequestsToRememberAndRecall() {
    assertThat(IntentReader.read("Remember that my dog is called Rex."))
        .isEqualTo(new Intent.Remember("my dog is called Rex"));
    assertThat(IntentReader.read("please remember: tea at five"))
        .isEqualTo(new Intent.Remember("tea at five"));
    assertThat(IntentReader.read("What do you know about my dog?"))
        .isEqualTo(new Intent.Recall("my dog"));
    assertThat(IntentReader.read("what do you remember?")).isEqualTo(new Intent.Recall(""));
    assertThat(IntentReader.read("what is my dog called?"))
        .isEqualTo(new Intent.Recall("what is my dog called"));
  }

  @Test
  void readsStatementsOfPeopleAboutThemselves() {
    assertThat(IntentReader.read("My boat is called Ada."))
        .isEqualTo(new Intent.Tell("My boat is called Ada"));
    assertThat(IntentReader.read("i'm allergic to nuts!"))
        .isEqualTo(new Intent.Tell("i'm allergic to nuts"));
    assertThat(IntentReader.read("I like what? tea")).isEqualTo(new Intent.Ask("I like what? tea"));
    assertThat(IntentReader.read("I want to store messages"))
        .isEqualTo(new Intent.Ask("I want to store messages"));
    assertThat(IntentReader.read("my boat")).isEqualTo(new Intent.Recall("my boat"));
  }

  @Test
  void readsWhoPeopleAre() {
    assertThat(IntentReader.read("I am Ann")).isEqualTo(new Intent.Introduce("Ann", "I am Ann"));
    assertThat(IntentReader.read("Hi, my name is bob."))
        .isEqualTo(new Intent.Introduce("Bob", "Hi, my name is bob"));
    assertThat(IntentReader.read("I'm Maria and I live in Oslo"))
        .isEqualTo(new Intent.Introduce("Maria", "I'm Maria and I live in Oslo"));
    assertThat(IntentReader.read("I am tired of this"))
        .isEqualTo(new Intent.Tell("I am tired of this"));
    assertThat(IntentReader.read("what's my name?")).isEqualTo(new Intent.TellName());
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

  @Test
  void readsSmallTalk() {
    assertThat(IntentReader.read("hello")).isEqualTo(new Intent.Chat(SmallTalk.GREETING));
    assertThat(IntentReader.read("thanks a lot!")).isEqualTo(new Intent.Chat(SmallTalk.THANKS));
    assertThat(IntentReader.read("sing a song"))
        .isEqualTo(new Intent.Chat(SmallTalk.NEEDS_A_MODEL));
  }

  @Test
  void readsQuestionsForTheDocumentation() {
    assertThat(IntentReader.read("What is a turn?")).isEqualTo(new Intent.Ask("What is a turn"));
    assertThat(IntentReader.read("explain gates")).isEqualTo(new Intent.Ask("explain gates"));
    assertThat(IntentReader.read("search for storage")).isEqualTo(new Intent.Ask("storage"));
  }

  @Test
  void readsSearchesInAPage() {
    assertThat(IntentReader.read("outline of README.md"))
        .isEqualTo(new Intent.Outline("README.md"));
    assertThat(IntentReader.read("find \"gate in time\" in errors.md"))
        .isEqualTo(new Intent.Find("gate in time", "errors.md"));
    assertThat(IntentReader.read("read docs/reference/errors.md"))
        .isEqualTo(new Intent.Read("docs/reference/errors.md"));
  }

  @Test
  void readsRequestsThatNeedApproval() {
    assertThat(IntentReader.read("publish: Hello - This is a note."))
        .isEqualTo(new Intent.Publish("Hello", "This is a note."));
    assertThat(IntentReader.read("Publish a note: It works."))
        .isEqualTo(new Intent.Publish("It works", "It works."));
    assertThat(IntentReader.read("forget about my dog.")).isEqualTo(new Intent.Forget("my dog"));
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
      String text = part.repeat(1_000_000 / part.length());
      assertThat(IntentReader.read(text)).isNotNull();
      assertThat(IntentReader.read(text + "ä")).isNotNull();
    }
  }
}
