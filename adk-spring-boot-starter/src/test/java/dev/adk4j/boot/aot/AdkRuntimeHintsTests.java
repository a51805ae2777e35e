package dev.adk4j.boot.aot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.primitive.Message;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.value.Displayable;
import dev.adk4j.value.JsonValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.aot.AotServices;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.javapoet.ClassName;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

class AdkRuntimeHintsTests {

  @Test
  void migrationsAndVocabulariesAreKept() {
    RuntimeHints hints = new RuntimeHints();
    new AdkRuntimeHints().registerHints(hints, null);

    assertThat(RuntimeHintsPredicates.resource().forResource("db/adk/h2/V1__adk_storage.sql"))
        .accepts(hints);
    assertThat(
            RuntimeHintsPredicates.resource()
                .forResource("com/knuddels/jtokkit/o200k_base.tiktoken"))
        .accepts(hints);
    assertThat(
            RuntimeHintsPredicates.resource()
                .forResource("META-INF/spring-configuration-metadata.json"))
        .as("what explains a misspelt property")
        .accepts(hints);
  }

  @Test
  void keepsConstructorsOfAnnotatedJsonClasses() throws Exception {
    RuntimeHints hints = new RuntimeHints();
    new AdkRuntimeHints().registerHints(hints, null);

    for (Class<?> made :
        List.of(
            Displayable.class.getAnnotation(JsonSerialize.class).using(),
            NoJsonForm.class.getAnnotation(JsonSerialize.class).using(),
            JsonValue.class.getAnnotation(JsonDeserialize.class).using(),
            Message.class.getAnnotation(JsonDeserialize.class).using())) {
      assertThat(
              RuntimeHintsPredicates.reflection()
                  .onConstructorInvocation(made.getDeclaredConstructor()))
          .as(made.getName())
          .accepts(hints);
    }
  }

  @Test
  void listenerAndToolMethodsStayCallableAndToolTypesReadable() throws Exception {
    RuntimeHints hints = process(Annotated.class);

    assertThat(
            RuntimeHintsPredicates.reflection()
                .onMethodInvocation(Annotated.class.getDeclaredMethod("on", TurnEnd.class)))
        .accepts(hints);
    assertThat(
            RuntimeHintsPredicates.reflection()
                .onMethodInvocation(Annotated.class.getDeclaredMethod("forecast", Place.class)))
        .accepts(hints);
    assertThat(RuntimeHintsPredicates.reflection().onType(Place.class)).accepts(hints);
    assertThat(RuntimeHintsPredicates.reflection().onType(Forecast.class)).accepts(hints);
  }

  @Test
  void inheritedMethodsAreKeptAndLookedForAgain() throws Exception {
    RuntimeHints hints = process(Inheriting.class);

    assertThat(
            RuntimeHintsPredicates.reflection()
                .onMethodInvocation(Annotated.class.getDeclaredMethod("on", TurnEnd.class)))
        .accepts(hints);
    assertThat(RuntimeHintsPredicates.reflection().onType(Forecast.class)).accepts(hints);
    assertThat(
            RuntimeHintsPredicates.reflection()
                .onType(Inheriting.class)
                .withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS))
        .accepts(hints);
  }

  @Test
  void otherBeansAreLeftAlone() {
    assertThat(contribution(Object.class)).isNull();
  }

  @Test
  void theProcessorIsRegistered() {
    assertThat(AotServices.factories().load(BeanRegistrationAotProcessor.class))
        .anyMatch(AnnotatedMethodsAotProcessor.class::isInstance);
  }

  private static RuntimeHints process(Class<?> type) {
    DefaultGenerationContext generation =
        new DefaultGenerationContext(
            new ClassNameGenerator(ClassName.get("dev.adk4j", "Generated")),
            new InMemoryGeneratedFiles());
    contribution(type).applyTo(generation, null);
    return generation.getRuntimeHints();
  }

  private static BeanRegistrationAotContribution contribution(Class<?> type) {
    DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();
    beanFactory.registerBeanDefinition("bean", new RootBeanDefinition(type));
    return new AnnotatedMethodsAotProcessor()
        .processAheadOfTime(RegisteredBean.of(beanFactory, "bean"));
  }

  record Place(String city) {}

  record Forecast(String text) {}

  static class Annotated {
    @TurnEventListener
    void on(TurnEnd end) {}

    @AgentTool(description = "Tells the weather.")
    Forecast forecast(Place place) {
      return new Forecast("rain");
    }
  }

  static class Inheriting extends Annotated {}
}
