package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.internal.properties.AdkProperties;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

/** Every YAML and properties block names properties that exist, with values that bind. */
class PropertySampleTests {

  @TestFactory
  Stream<DynamicTest> everyPropertyExistsAndBinds() {
    return Repository.pages().stream()
        .flatMap(page -> page.samples().stream())
        .filter(s -> s.language().equals("yaml") || s.language().equals("properties"))
        .filter(Sample::supported)
        .map(s -> DynamicTest.dynamicTest(s.place(), () -> check(s.language(), s.text())));
  }

  @Test
  void anUnknownPropertyOfOursIsFound() {
    assertThat(problems("yaml", "adk:\n  dispatch:\n    max-iteration: 5\n"))
        .containsExactly("adk.dispatch.max-iteration is not a property");
  }

  @Test
  void anUnknownPropertyOfSpringIsFound() {
    assertThat(problems("properties", "spring.datasource.link=jdbc:h2:mem:x"))
        .containsExactly("spring.datasource.link is not a property");
  }

  @Test
  void aValueThatDoesNotBindIsFound() {
    assertThat(problems("yaml", "adk:\n  dispatch:\n    max-iterations: many\n"))
        .singleElement()
        .asString()
        .contains("adk.dispatch.max-iterations");
  }

  private static void check(String language, String text) {
    assertThat(problems(language, text)).isEmpty();
  }

  private static List<String> problems(String language, String text) {
    List<String> problems = new ArrayList<>();
    try {
      PropertySourceLoader loader =
          language.equals("yaml")
              ? new YamlPropertySourceLoader()
              : new PropertiesPropertySourceLoader();
      var resource = new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8));
      for (PropertySource<?> source : loader.load("sample", resource)) {
        for (String name : ((EnumerablePropertySource<?>) source).getPropertyNames()) {
          String plain = name.replaceAll("\\[\\d+]", "");
          if (!KnownProperties.contain(plain)) {
            problems.add(plain + " is not a property");
          }
        }
        if (problems.isEmpty()) {
          new Binder(ConfigurationPropertySources.from(source))
              .bind(
                  "adk",
                  Bindable.of(AdkProperties.class),
                  new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
        }
      }
    } catch (Exception e) {
      problems.add(e + (e.getCause() == null ? "" : ": " + e.getCause()));
    }
    return problems;
  }
}
