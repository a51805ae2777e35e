package dev.adk4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.util.ClassUtils;

/** An auto-configuration names others of its module: a name without a class orders nothing. */
class OrderOfConfigurationsTests {

  private static final List<Class<?>> OWN =
      ImportCandidates.load(AutoConfiguration.class, null).getCandidates().stream()
          .filter(name -> name.startsWith("dev.adk4j.boot."))
          .<Class<?>>map(name -> ClassUtils.resolveClassName(name, null))
          .toList();

  @Test
  void namesOfOtherAutoConfigurationsExist() {
    List<String> named =
        OWN.stream()
            .map(type -> type.getAnnotation(AutoConfiguration.class))
            .flatMap(order -> Stream.of(order.afterName(), order.beforeName()))
            .flatMap(Stream::of)
            .filter(name -> name.startsWith("dev.adk4j."))
            .distinct()
            .toList();
    assertThat(named).hasSizeGreaterThan(5);
    assertThat(OWN.stream().map(Class::getName).toList()).containsAll(named);
  }

  /** Those that a test imports or excludes by its class. */
  @Test
  void noOtherAutoConfigurationIsPublic() {
    assertThat(OWN.stream().filter(type -> Modifier.isPublic(type.getModifiers())))
        .extracting(Class::getSimpleName)
        .containsExactlyInAnyOrder(
            "AdkAutoConfiguration",
            "AdkGatesAutoConfiguration",
            "AdkStoredTurnsAutoConfiguration",
            "AdkMemoryAutoConfiguration",
            "AdkRetrievalAutoConfiguration",
            "AdkSkillsAutoConfiguration");
  }
}
