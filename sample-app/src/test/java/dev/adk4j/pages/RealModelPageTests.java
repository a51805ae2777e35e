package dev.adk4j.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.AgentClient;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.tool.AgentTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Starts an application with each page's own properties and the model starter of this class path.
 * What the pages print is all that an application needs; {@code ModelProjectsTests} builds projects
 * with the other starters.
 */
@Timeout(300)
class RealModelPageTests {

  private static final Pattern YAML = Pattern.compile("(?s)```yaml\\n(.*?)```");

  /** A page's block that names OpenAI's key. */
  private record Block(String page, String text) {

    @Override
    public String toString() {
      return page;
    }
  }

  static Stream<Block> blocks() throws IOException {
    Stream.Builder<Block> blocks = Stream.builder();
    for (String page : List.of("use-a-real-model.md", "SKILL.md")) {
      YAML.matcher(Files.readString(Path.of("..", "docs", page)))
          .results()
          .map(found -> found.group(1))
          .filter(text -> text.contains("${OPENAI_API_KEY}"))
          .forEach(text -> blocks.add(new Block(page, text)));
    }
    List<Block> all = blocks.build().toList();
    assertThat(all).extracting(Block::page).contains("use-a-real-model.md", "SKILL.md");
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void startsWithThePagesProperties(Block block, @TempDir Path directory) throws IOException {
    Path properties = Files.writeString(directory.resolve("application.yml"), block.text());
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(
                block.text().contains("noop: tools")
                    ? new Class<?>[] {Parts.class}
                    : new Class<?>[] {Parts.class, Lamps.class})
            .web(WebApplicationType.NONE)
            .run(
                "--spring.config.location=" + properties.toUri(),
                "--spring.main.banner-mode=off",
                "--OPENAI_API_KEY=no-key",
                "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID())) {
      assertThat(context.getBean(ChatModel.class).getClass().getSimpleName())
          .isEqualTo("OpenAiChatModel");
      assertThat(context.getBean(DispatchExecutor.class)).isInstanceOf(ChatModelExecutor.class);
      assertThat(context.getBean(AgentClient.class)).isNotNull();
    }
  }

  /** What is on this class path and not among the pages' dependencies is left out. */
  @SpringBootConfiguration(proxyBeanMethods = false)
  @EnableAutoConfiguration(
      excludeName = {
        "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
        "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration",
        "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration"
      })
  static class Parts {}

  /** The tool of an application whose page does not say that it has none. */
  static class Lamps {

    @AgentTool(description = "Counts the lamps.")
    int lamps() {
      return 3;
    }
  }
}
