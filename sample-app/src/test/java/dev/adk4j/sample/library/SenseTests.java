package dev.adk4j.sample.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.VectorEncoder.EncodeKind;
import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.RetrievalQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class SenseTests {

  /** With {@code -Dadk.docs.update=true} vectors are made of what has changed. */
  @Test
  void hasTheVectorOfEachAnswerAndItsWordings() throws IOException {
    Path file = Path.of("src/main/resources", Sense.VECTORS);
    Map<String, String> lines = new TreeMap<>();
    if (Files.exists(file)) {
      Files.readAllLines(file).forEach(line -> lines.put(line.split(" ")[0], line));
    }
    Map<String, List<String>> texts = texts();
    List<String> changed =
        texts.entrySet().stream()
            .filter(
                answer -> !lines.getOrDefault(answer.getKey(), "").startsWith(head(answer) + " "))
            .map(Map.Entry::getKey)
            .toList();
    if (Boolean.getBoolean("adk.docs.update")) {
      lines.keySet().retainAll(texts.keySet());
      changed.forEach(anchor -> lines.put(anchor, line(Map.entry(anchor, texts.get(anchor)))));
      Files.write(file, lines.values());
    } else {
      assertThat(changed).as("answers that changed: run with -Dadk.docs.update=true").isEmpty();
      assertThat(lines.keySet()).isEqualTo(texts.keySet());
    }
  }

  @Test
  void comparesTheSenseOfQuestionsInOtherWords() {
    Map<String, Double> near = new Sense(Sense.model()).near("Am I able to abort what it does?");
    double stop = near.get("how-do-i-stop-or-cancel-a-turn-that-runs");
    assertThat(stop).isBetween(0.3, 1.0).isGreaterThan(near.get("is-it-googles-adk") + 0.1);
  }

  @Test
  void answersByWordsAndWarnsOnceWhereTheModelDoesNotRun(CapturedOutput output) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    VectorEncoder broken =
        (texts, kind) -> {
          asked.incrementAndGet();
          throw new UnsatisfiedLinkError("no native library");
        };
    Documentation documentation = new Documentation(new DocumentShelf(), new Sense(broken));
    for (String question : List.of("which databases can I use then", "how may I approve a tool")) {
      assertThat(documentation.retrieve(RetrievalQuery.of(question, 3))).isNotEmpty();
    }
    assertThat(asked).hasValue(1);
    assertThat(output.toString().split("The model of sentences does not run here", -1)).hasSize(2);
  }

  @Test
  void encodesNoLongText() {
    VectorEncoder refusing =
        (texts, kind) -> {
          throw new AssertionError("encodes " + texts);
        };
    assertThat(new Sense(refusing).near("how do I add a tool ".repeat(100))).isEmpty();
  }

  /** The texts of each answer: the question with the answer, and other wordings. */
  private static Map<String, List<String>> texts() throws IOException {
    Map<String, List<String>> texts = new TreeMap<>();
    for (Passage section :
        new Documentation(new DocumentShelf(), new Sense(Sense.model())).sections()) {
      if (section.source().startsWith(SearchedPages.ANSWERS)) {
        String question = section.titlePath().getLast();
        texts.put(
            section.location(),
            new ArrayList<>(List.of(question + "\n" + section.text(), question)));
      }
    }
    for (String line : Words.lines("wordings.txt")) {
      int colon = line.indexOf(": ");
      texts.get(line.substring(0, colon)).addAll(List.of(line.substring(colon + 2).split(" \\| ")));
    }
    return texts;
  }

  private static String head(Map.Entry<String, List<String>> answer) {
    return answer.getKey() + " " + Integer.toHexString(answer.getValue().hashCode());
  }

  /** The answer counts as much as all the wordings of its question. */
  private static String line(Map.Entry<String, List<String>> answer) {
    List<float[]> vectors = Sense.model().encode(answer.getValue(), EncodeKind.DOCUMENT);
    float[] wordings = new float[vectors.getFirst().length];
    vectors.subList(1, vectors.size()).forEach(vector -> add(wordings, vector));
    float[] sum = new float[wordings.length];
    add(sum, wordings);
    add(sum, vectors.getFirst());
    float largest = 0;
    for (float value : sum) {
      largest = Math.max(largest, Math.abs(value));
    }
    byte[] bytes = new byte[sum.length];
    for (int i = 0; i < sum.length; i++) {
      bytes[i] = (byte) Math.round(Byte.MAX_VALUE * sum[i] / largest);
    }
    return head(answer) + " " + Base64.getEncoder().encodeToString(bytes);
  }

  private static void add(float[] sum, float[] vector) {
    double squares = 0;
    for (float value : vector) {
      squares += value * value;
    }
    for (int i = 0; i < sum.length; i++) {
      sum[i] += (float) (vector[i] / Math.sqrt(squares));
    }
  }
}
