package dev.adk4j.boot.aot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.OwnConfigurations.ImportOwn;
import dev.adk4j.boot.gate.AdkGatesAutoConfiguration;
import dev.adk4j.boot.gate.AdkStoredTurnsAutoConfiguration;
import dev.adk4j.loop.DispatchExecutor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.core.env.MapPropertySource;
import org.springframework.javapoet.ClassName;

/** An auto-configuration that only its package sees can be processed ahead of time. */
class HiddenConfigurationsTests {

  @Test
  void generatedCodeCompiles(@TempDir Path folder) throws IOException {
    InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
    DefaultGenerationContext generation =
        new DefaultGenerationContext(
            new ClassNameGenerator(ClassName.get("dev.adk4j", "Generated")), files);
    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    context
        .getEnvironment()
        .getPropertySources()
        .addFirst(
            new MapPropertySource(
                "test",
                Map.of("spring.datasource.url", "jdbc:h2:mem:aot", "adk.storage.noop", "tools")));
    context.register(App.class);

    new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
    generation.writeGeneratedContent();

    List<String> sources = new ArrayList<>();
    for (var file : files.getGeneratedFiles(Kind.SOURCE).entrySet()) {
      Path source = folder.resolve(file.getKey());
      Files.createDirectories(source.getParent());
      try (InputStream text = file.getValue().getInputStream()) {
        Files.copy(text, source);
      }
      sources.add(source.toString());
    }
    assertThat(sources).anyMatch(name -> name.contains("AdkJdbcStorageAutoConfiguration__"));
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-d"));
    arguments.add(Files.createDirectory(folder.resolve("classes")).toString());
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    arguments.addAll(sources);
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, errors, errors, arguments.toArray(String[]::new));
    assertThat(result).as(errors.toString()).isZero();
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    AdkAutoConfiguration.class,
    AdkGatesAutoConfiguration.class,
    AdkStoredTurnsAutoConfiguration.class,
    DataSourceAutoConfiguration.class
  })
  @ImportOwn({
    "jdbc.AdkJdbcStorageAutoConfiguration",
    "limit.AdkLimitsAutoConfiguration",
    "llm.AdkBudgetAutoConfiguration",
    "stream.AdkStreamAutoConfiguration",
    "vector.AdkVectorAutoConfiguration",
    "chatmemory.AdkChatMemoryAutoConfiguration"
  })
  static class App {

    @Bean
    DispatchExecutor executor() {
      return (ctx, helpers) -> ctx.ack();
    }
  }
}
