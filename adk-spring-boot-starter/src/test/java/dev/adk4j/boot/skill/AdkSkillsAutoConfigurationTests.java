package dev.adk4j.boot.skill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Answer;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.skill.Skills;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.value.Scope;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

class AdkSkillsAutoConfigurationTests {

  @TempDir private Path folder;

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(AdkAutoConfiguration.class, AdkSkillsAutoConfiguration.class)
          .withBean(StorageAdapter.class, InMemoryStorageAdapter::new)
          .withBean(
              ScriptedExecutor.class,
              () ->
                  ScriptedExecutor.of(
                      Script.empty()
                          .callTool("read_skill", Map.of("skill", "refunds"))
                          .callTool("read_skill", Map.of("skill", "refunds", "file", "limits.md"))
                          .nextIteration()
                          .say("Done.")));

  private void write(String path, String text) throws Exception {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void withoutThePropertyThereAreNone() {
    runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Skills.class));
  }

  @Test
  void turnsReadSkillsOfTheClassPath() {
    var context = runner.start("adk.skills.locations=classpath:skills/");
    Answer answer =
        context
            .getBean(AgentClient.class)
            .conversation(Scope.of("acme", "ann", "c1"))
            .send("Refund 1.");
    assertThat(answer.toolCalls())
        .extracting(ToolCall::text)
        .containsExactly(
            "Look at [the limits](limits.md), then refund.\n\n" + "Files of this skill: limits.md",
            "At most 100.\n");
    assertThat(context.getBean(ScriptedExecutor.class).lastSeen().retrievables())
        .extracting(Retrievable::contentString)
        .containsExactly("- refunds: Refunds an order. Use it when a customer wants money back.");
  }

  @Test
  void turnsReadSkillsOfFolders() throws Exception {
    write("refunds/SKILL.md", "---\nname: refunds\ndescription: d\n---\nx");
    write("refunds/limits.md", "y");
    for (String location : List.of(folder.toString(), "file:" + folder)) {
      runner
          .withPropertyValues("adk.skills.locations=" + location)
          .run(
              context ->
                  assertThat(context.getBean(Skills.class).names()).containsExactly("refunds"));
    }
  }

  @Test
  void skillsOfAJarAreRead() throws Exception {
    Path jar = folder.resolve("skills.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      for (var entry :
          Map.of(
                  "more/",
                  "",
                  "more/a-b/SKILL.md",
                  "---\nname: a-b\ndescription: d\n---\n",
                  "more/a-b/some file.md",
                  "text")
              .entrySet()) {
        entries.putNextEntry(new JarEntry(entry.getKey()));
        entries.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
      Skills skills =
          new SkillLocations(new PathMatchingResourcePatternResolver(loader))
              .read(List.of("classpath:/more"));
      assertThat(skills.names()).containsExactly("a-b");
    }
  }

  @Test
  void whatIsWrongStopsTheStartWithAReport() throws Exception {
    write("refunds/SKILL.md", "---\nname: refunds\n---\n");
    write("other/SKILL.md", "none");
    assertThat(runner.start("adk.skills.locations=" + folder + ",classpath:skills"))
        .getFailure()
        .rootCause()
        .isInstanceOf(InvalidConfigurationPropertyValueException.class)
        .hasMessageContaining("adk.skills.locations")
        .hasMessageContaining("refunds must have a description")
        .hasMessageContaining("other must begin with front matter")
        .hasMessageContaining("is a second skill 'refunds'");
    assertThat(runner.start("adk.skills.locations=classpath:nowhere"))
        .getFailure()
        .rootCause()
        .hasMessageContaining("has no folder with a SKILL.md on the class path");
  }
}
