package dev.adk4j.sample.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
  void readsWhatToRememberAndWhatToRecall() {
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

  @ParameterizedTest
  @ValueSource(strings = {"hello", "sing a song", "…", "remember", "1 apple"})
  void asksForHelpWhenItUnderstandsNothing(String text) {
    assertThat(IntentReader.read(text)).isEqualTo(new Intent.Help());
  }

  @Test
  void hostileTextsAreReadInLinearTime() {
    for (String part : new String[] {" ", "1", "(", "?", "e", "what is ", "time "}) {
      String text = part.repeat(1_000_000 / part.length());
      assertThat(IntentReader.read(text)).isNotNull();
      assertThat(IntentReader.read(text + "ä")).isNotNull();
    }
  }
}
