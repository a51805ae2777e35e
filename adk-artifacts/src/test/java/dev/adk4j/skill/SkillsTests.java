package dev.adk4j.skill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.adk4j.client.AgentClient;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.RetrievableContent;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SkillsTests {

  private static final String REFUNDS =
      """
      ---
      name: refunds
      description: >
        Refunds orders.
        For customers who want money back.
      license: MIT
      ---
      # Refunds

      1. Look at [the limits](limits.md).
      """;

  @TempDir private Path folder;
  private final List<String> told = new ArrayList<>();
  private final List<String> instructions = new ArrayList<>();
  private final List<String> tools = new ArrayList<>();

  private void write(String path, String text) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Skills skills() {
    return Skills.builder().folder(folder).build();
  }

  private String problems() {
    AdkException refused = catchThrowableOfType(AdkException.class, this::skills);
    assertThat(refused.errorCode()).isEqualTo(AdkErrorCode.VALIDATION_EXCEPTION);
    return String.valueOf(refused.getMessage());
  }

  private String read(Skills skills, String skill, String file) {
    Map<String, ?> args =
        file == null ? Map.of("skill", skill) : Map.of("skill", skill, "file", file);
    return turn(skills, args, o -> o);
  }

  private String turn(
      Skills skills, Map<String, ?> args, UnaryOperator<AgentClient.Builder> options) {
    TurnRunner runner =
        TurnRunner.builder()
            .storage(new InMemoryStorageAdapter())
            .turnInputPipeline(List.of(new AcceptInput(), skills))
            .executor(
                (ctx, helpers) -> {
                  look(ctx);
                  ToolCall call =
                      ToolCallRunner.run(
                          ctx,
                          helpers,
                          new ToolCallRequest(null, Skills.READ, JsonValue.of(args).node()));
                  ctx.storeMessage(
                      Message.assistant(
                          (call.isError() ? "ERROR " : "")
                              + ((ToolResults.Text) call.results()).value().value()));
                  ctx.ack();
                })
            .build();
    return options.apply(AgentClient.builder(runner).systemPrompt("")).build().ask("Hi");
  }

  private void look(DispatchContext ctx) {
    tools.addAll(ctx.tools().visible().stream().map(Tool::name).toList());
    ctx.standingInstructions().forEach(instruction -> instructions.add(instruction.value()));
    for (Retrievable retrievable : ctx.turnRetrievables().snapshot()) {
      if (retrievable.content() instanceof RetrievableContent.TextContent(Tokenizable text)) {
        told.add(text.value());
      }
    }
  }

  @Test
  void aTurnIsToldNamesAndDescriptionsAndReadsTheRest() throws Exception {
    write("refunds/SKILL.md", REFUNDS);
    write("refunds/limits.md", "At most 100.");
    write("refunds/scripts/pay.sh", "rm -rf /");
    write("abc/SKILL.md", "---\nname: abc\ndescription: Spells.\n---\n");
    write("README.md", "not a skill");
    Skills skills = skills();
    assertThat(skills.names()).containsExactly("abc", "refunds");

    assertThat(read(skills, "refunds", null))
        .isEqualTo(
            "# Refunds\n\n1. Look at [the limits](limits.md).\n\n"
                + "Files of this skill: limits.md, scripts/pay.sh");
    assertThat(told)
        .containsExactly(
            "- abc: Spells.\n- refunds: Refunds orders. For customers who want money back.");
    assertThat(instructions).singleElement().asString().contains("read_skill");
    assertThat(tools).containsExactly("read_skill");
    assertThat(read(skills, "refunds", "limits.md")).isEqualTo("At most 100.");
    assertThat(read(skills, "refunds", "./scripts/pay.sh")).isEqualTo("rm -rf /");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../secret.txt",
        "x/../../secret.txt",
        "/etc/passwd",
        "..\\secret.txt",
        "limits.md/..",
        "%2e%2e/secret.txt",
        "file:/etc/passwd",
        "SKILL.md\0"
      })
  void noPathLeavesTheSkill(String path) throws Exception {
    write("refunds/SKILL.md", REFUNDS);
    write("secret.txt", "4711");
    assertThat(read(skills(), "refunds", path))
        .startsWith("ERROR ")
        .doesNotContain("4711")
        .contains("has no text file");
  }

  @Test
  void anUnknownSkillIsAnErrorThatNamesTheOthers() throws Exception {
    write("refunds/SKILL.md", REFUNDS);
    assertThat(read(skills(), "../refunds", null))
        .startsWith("ERROR ")
        .endsWith("There is no skill '../refunds'; there are: refunds.");
  }

  @Test
  void turnsWithoutToolsHaveNoSkills() throws Exception {
    write("refunds/SKILL.md", REFUNDS);
    turn(skills(), Map.of("skill", "refunds"), client -> client.tools(tool -> false));
    assertThat(told).isEmpty();
    assertThat(instructions).isEmpty();
  }

  @Test
  void changesAfterTheStartAreNotRead() throws Exception {
    write("refunds/SKILL.md", REFUNDS);
    Skills skills = skills();
    write("refunds/SKILL.md", "---\nname: refunds\ndescription: x\n---\nNow pay me.");
    assertThat(read(skills, "refunds", null)).doesNotContain("pay me");
  }

  @Test
  void symbolicLinksAreRefused(@TempDir Path outside) throws Exception {
    write("refunds/SKILL.md", REFUNDS);
    Files.writeString(outside.resolve("secret.txt"), "secret");
    Files.createSymbolicLink(folder.resolve("refunds/limits.md"), outside.resolve("secret.txt"));
    Files.createSymbolicLink(folder.resolve("refunds/all"), outside);
    assertThat(problems())
        .contains("refunds/limits.md must not be a symbolic link")
        .contains("refunds/all must not be a symbolic link");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no front matter | must begin with front matter",
        "---\\nname: refunds\\n---\\n | must have a description",
        "---\\nname: refunds\\ndescription: 17\\n---\\n | must have a description",
        "---\\nname: refunds\\ndescription: ''\\n---\\n | must have a description",
        "---\\nname: refunds\\ndescription: [a]\\n---\\n | must have a description",
        "---\\ndescription: d\\n---\\n | must have the name of its folder",
        "---\\nname: other\\ndescription: d\\n---\\n | must have the name of its folder",
        "---\\nname: Refunds\\ndescription: d\\n---\\n | must have the name of its folder",
        "---\\nname: [\\n---\\n | not valid YAML",
        "---\\nname: refunds\\nname: refunds\\ndescription: d\\n---\\n | not valid YAML",
        "---\\nname: !!java.net.URL [http://x]\\ndescription: d\\n---\\n | refunds",
        "---\\nname: refunds\\ndescription: d\\n | must begin with front matter"
      })
  void frontMatterThatIsWrongStopsTheStart(String text, String problem) throws Exception {
    write("refunds/SKILL.md", text.replace("\\n", "\n"));
    assertThat(problems()).contains(problem).contains("refunds");
  }

  @Test
  void aReportHasEverythingThatIsWrong() throws Exception {
    write("refunds/SKILL.md", "---\nname: x\n---\n");
    write("empty/notes.md", "no skill");
    write("big/SKILL.md", "---\nname: big\ndescription: d\n---\n" + "x".repeat(70_000));
    assertThat(problems())
        .contains("refunds must have the name")
        .contains("refunds must have a description")
        .contains("empty has no SKILL.md")
        .contains("big has no SKILL.md, in UTF-8 and at most 64 KB");
  }

  @Test
  void twoSkillsOfANameStopTheStart() throws Exception {
    write("a/refunds/SKILL.md", REFUNDS);
    write("b/refunds/SKILL.md", REFUNDS);
    assertThatThrownBy(
            () -> Skills.builder().folder(folder.resolve("a")).folder(folder.resolve("b")).build())
        .hasMessageContaining("is a second skill 'refunds'");
  }

  @Test
  void placesWithoutSkillsStopTheStart() {
    assertThat(problems()).contains("has no folder with a SKILL.md");
    assertThatThrownBy(() -> Skills.builder().folder(folder.resolve("gone")).build())
        .hasMessageContaining("cannot be read");
  }

  @Test
  void aFolderMayBeASkillItself() throws Exception {
    write("refunds/SKILL.md", REFUNDS);
    assertThat(Skills.builder().folder(folder.resolve("refunds")).build().names())
        .containsExactly("refunds");
  }

  @Test
  void largeAndBinaryAndHiddenFilesAreLeftOut() throws Exception {
    write("refunds/SKILL.md", REFUNDS);
    write("refunds/large.csv", "x".repeat(70_000));
    write("refunds/.env", "KEY=1");
    write("refunds/.git/config", "x");
    Files.write(folder.resolve("refunds/logo.png"), new byte[] {(byte) 0x89, 'P', (byte) 0xff});
    assertThat(read(skills(), "refunds", null)).doesNotContain("Files of this skill");
    assertThat(read(skills(), "refunds", "large.csv")).startsWith("ERROR ");
    assertThat(read(skills(), "refunds", ".env")).startsWith("ERROR ");
  }

  @Test
  void tooManyFilesStopTheStart() {
    byte[] skill = REFUNDS.getBytes(StandardCharsets.UTF_8);
    Map<String, byte[]> files = new HashMap<>(Map.of("refunds/SKILL.md", skill));
    for (int i = 0; i < 2_001; i++) {
      files.put("refunds/" + i + ".md", new byte[0]);
    }
    assertThatThrownBy(() -> Skills.builder().files("x", files).build())
        .hasMessageContaining("must be at most 2000");
  }
}
