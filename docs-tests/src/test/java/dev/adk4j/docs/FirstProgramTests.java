package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/**
 * Compiles and starts the first program of each page as it is printed, with a script as its model.
 * A page whose program is a file for the README's project is pasted into that. The pages with a
 * project of their own have {@link FirstHourTests}, {@link FifteenMinutesTests} and {@link
 * TenTasksTests}; the others begin with properties, or show a block for an application that is
 * there, which {@link RunningSampleTests} starts.
 */
class FirstProgramTests {

  private static final Map<String, String> README = files("README.md");

  private static final String PROGRAM = "src/main/java/com/example/shop/ShopApplication.java";

  @TempDir private Path directory;

  private interface Asking {
    void ask(TaskApplication app, ScriptedModel model) throws Exception;
  }

  private enum Page {
    README(
        "README.md",
        (app, model) -> {
          model.says("Hello Ann.").calls("payBack", "{\"order\":\"4711\"}").says("You have it.");
          assertThat(app.post("/chat/1", "{\"text\":\"Hello\"}")).contains("Hello", "Ann.");
          decided(app, model, "/chat/1", "Paid back 4711.");
        }),
    QUICK_START(
        "docs/quick-start.md",
        (app, model) -> {
          model.calls("weather", "{\"city\":\"Bern\"}").says("Take an umbrella.");
          assertThat(app.post("/chat", "How is the weather?")).isEqualTo("Take an umbrella.");
          assertThat(model.lastPrompt()).contains("It rains in Bern.");
        }),
    TOOLS(
        "docs/tools.md",
        (app, model) -> {
          model.calls("refund", "{\"order\":\"4711\"}").says("You have it.");
          decided(app, model, "/chat/1", "Refunded 4711.");
        }),
    HUMAN_APPROVAL(
        "docs/human-approval.md",
        (app, model) -> {
          model.calls("refund", "{\"order\":\"4711\"}").says("You have it.");
          decided(app, model, "/conversations/1", "Refunded 4711.");
        }),
    DURABLE(
        "docs/durable.md",
        (app, model) -> {
          model.says("Refunded.");
          String turn = app.post("/conversations/1/orders/4711/refund", "");
          assertThat(app.get("/conversations/1/turns/" + turn)).contains("Refunded.");
          assertThat(app.post("/conversations/1/orders/4711/refund", "")).isEqualTo(turn);
        }),
    RETRIEVAL(
        "docs/retrieval.md",
        (app, model) -> {
          model.says("Within 30 days.");
          assertThat(app.post("/help/1", "How can I return a lamp?")).isEqualTo("Within 30 days.");
          assertThat(model.lastPrompt()).contains("returned within 30 days");
        });

    private final MarkdownPage page;
    private final Asking asking;

    Page(String page, Asking asking) {
      this.page = Repository.page(page);
      this.asking = asking;
    }

    /** Asks, decides on what is asked back, and sees the result go to the model. */
    private static void decided(
        TaskApplication app, ScriptedModel model, String path, String result) throws Exception {
      String asked = app.post(path, "{\"text\":\"I want it.\"}");
      Matcher gate =
          Pattern.compile("(?:\"ref\"|\"gates\":\\[\\{\"id\"):\"([^\"]+)\"").matcher(asked);
      assertThat(gate.find()).as(asked).isTrue();
      assertThat(app.post(path + "/gates/" + gate.group(1), "{\"approved\":true}"))
          .contains("You have it.");
      assertThat(model.lastPrompt()).contains(result);
    }
  }

  @Test
  void programOfTheReadmeStartsAsItIsPrintedAndAnswers() throws Exception {
    starts(Page.README);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"README", "QUICK_START"})
  @Tag("slow")
  void startsAsItIsPrintedAndAnswers(Page page) throws Exception {
    starts(page);
  }

  private void starts(Page page) throws Exception {
    ScriptedModel model = new ScriptedModel();
    try (TaskApplication app = TaskApplication.start(written(page.page), model)) {
      page.asking.ask(app, model);
    }
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void quickStartShowsThePromptOfItsFirstTurn(CapturedOutput output) throws Exception {
    starts(Page.QUICK_START);
    ShownPrompt.compare("docs/quick-start.md", output);
  }

  /** A reader finds them beside the program, or one link away with their versions. */
  @ParameterizedTest
  @EnumSource
  void namesTheDependenciesOfTheProgram(Page page) {
    Matcher dependency =
        Pattern.compile("<artifactId>([^<]+)")
            .matcher(Repository.page("README.md").samples("xml").getFirst().text());
    while (dependency.find()) {
      assertThat(Repository.text(page.page.name())).contains(dependency.group(1));
    }
  }

  @Test
  void quickStartsProgramInPlainJavaPrintsWhatThePageShows() throws Exception {
    MarkdownPage page = Repository.page("docs/quick-start.md");
    String name = "src/main/java/com/example/Hello.java";
    Path classes = compiled(Map.of(name, files(page.name()).get(name)));
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try (URLClassLoader loader = JavaCompilation.loader(classes)) {
      loader
          .loadClass("com.example.Hello")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(before);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            page.samples().stream().filter(s -> s.has("output")).findFirst().orElseThrow().text());
  }

  private Path written(MarkdownPage page) throws Exception {
    Map<String, String> files = new TreeMap<>(README);
    files.putAll(files(page.name()));
    files.keySet().removeIf(name -> !name.contains("/shop/"));
    assertThat(files).containsKey(PROGRAM);
    Path classes = compiled(files);
    String properties = README.get("src/main/resources/application.properties");
    assertThat(properties).contains("spring.ai.openai.api-key=${OPENAI_API_KEY}");
    Files.writeString(
        classes.resolve("application.properties"),
        properties.replace("${user.home}", directory.toString()) + firstOf(page, "properties"));
    Files.writeString(classes.resolve("application.yml"), firstOf(page, "yaml"));
    return classes;
  }

  /** The settings that are printed beside the program; what comes later is about something else. */
  private static String firstOf(MarkdownPage page, String language) {
    List<Sample> first = page.samples().subList(0, Math.min(2, page.samples().size()));
    return first.stream()
        .filter(sample -> sample.language().equals(language))
        .map(Sample::text)
        .findFirst()
        .orElse("");
  }

  private Path compiled(Map<String, String> files) throws Exception {
    Path classes = directory.resolve("classes");
    List<Path> sources = new ArrayList<>();
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path source = directory.resolve(file.getKey());
      Files.createDirectories(source.getParent());
      sources.add(Files.writeString(source, file.getValue()));
    }
    assertThat(JavaCompilation.compileFiles(sources, classes)).isEmpty();
    return classes;
  }

  private static Map<String, String> files(String page) {
    Map<String, String> files = new TreeMap<>();
    Repository.page(page).samples().stream()
        .filter(sample -> sample.has("file"))
        .forEach(sample -> files.put(sample.mark("file"), sample.text()));
    return files;
  }
}
