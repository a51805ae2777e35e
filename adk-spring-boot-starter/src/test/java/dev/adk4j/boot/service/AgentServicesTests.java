package dev.adk4j.boot.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.internal.diagnosis.StartupFailureAnalyzer;
import dev.adk4j.client.AgentStream;
import dev.adk4j.client.Answer;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.value.Scope;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.javapoet.ClassName;

class AgentServicesTests {

  @AutoClose
  private final ContextStarter bare =
      ContextStarter.of(AdkAutoConfiguration.class, AdkAgentServiceAutoConfiguration.class)
          .withBean(InMemoryStorageAdapter.class)
          .withBean(ScopeResolver.class, () -> raw -> Scope.of("acme", "ann", null));

  private final ContextStarter runner = in(bare, "dev.adk4j.boot.service");

  private static ContextStarter in(ContextStarter runner, String scanned) {
    return runner.withInitializer(
        context ->
            AutoConfigurationPackages.register(
                (BeanDefinitionRegistry) context.getBeanFactory(), scanned));
  }

  private static ContextStarter saying(ContextStarter runner, String text) {
    return runner.withBean(
        ScriptedExecutor.class, () -> ScriptedExecutor.of(Script.empty().say(text)));
  }

  private static List<String> seen(ScriptedExecutor executor) {
    return executor.lastSeen().messages().stream()
        .map(message -> message.content().orElseThrow().value())
        .toList();
  }

  @Test
  void methodsReturnTextAnswersAndStreams() throws Exception {
    var context = saying(runner, "hello").start();
    Support support = context.getBean(Support.class);
    ScriptedExecutor executor = context.getBean(ScriptedExecutor.class);
    assertThat(support.text("Hi")).isEqualTo("hello");
    assertThat(support.message(Message.user("Hi"))).isEqualTo("hello");
    assertThat(support.answer("c1", "first").status()).isEqualTo(Answer.Status.COMPLETED);
    assertThat(support.chat("c1", "second").answer().get(1, TimeUnit.MINUTES).text())
        .isEqualTo("hello");
    assertThat(seen(executor)).containsExactly("first", "hello", "second");
    assertThat(support.twice("Ho")).isEqualTo("hellohello");
    assertThat(seen(executor)).containsExactly("Ho");
    assertThat(support)
        .hasToString("@AgentService " + Support.class.getName())
        .isEqualTo(support)
        .isNotEqualTo("other");
  }

  @Test
  void promptTakesParametersByNameOnceAndLeavesOtherBraces() {
    var context = saying(runner, "{\"value\":\"DELIVERY\"}").start();
    Support support = context.getBean(Support.class);
    assertThat(support.classify("{limit} $1", 3)).isEqualTo(Category.DELIVERY);
    assertThat(seen(context.getBean(ScriptedExecutor.class)))
        .containsExactly("Classify {\"as\": 3}: {limit} $1 {limit} $1");
    assertThatThrownBy(() -> support.classify(null, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Support.classify(String, int): text is null.");
  }

  @Test
  void genericInterfaceReturnsTheTypeOfItsSubinterface() {
    var context = saying(runner, "{\"value\":[\"OTHER\"]}").start();
    assertThat(context.getBean(Categories.class).all("Hi")).containsExactly(Category.OTHER);
  }

  @Test
  void injectionCreatesNeitherAgentNorModel() {
    AtomicInteger created = new AtomicInteger();
    var context =
        runner
            .withBean(
                "executor",
                ScriptedExecutor.class,
                () -> {
                  created.incrementAndGet();
                  return ScriptedExecutor.saying("hello");
                },
                definition -> definition.setLazyInit(true))
            .withInitializer(
                lazy ->
                    lazy.addBeanFactoryPostProcessor(
                        new org.springframework.boot.LazyInitializationBeanFactoryPostProcessor()))
            .withBean(Injected.class)
            .start();
    Support support = context.getBean(Injected.class).support();
    assertThat(created).hasValue(0);
    assertThat(support.text("Hi")).isEqualTo("hello");
    assertThat(created).hasValue(1);
  }

  @Test
  void everythingThatIsWrongStopsTheStart() {
    var context =
        in(saying(bare, "hello"), "dev.adk4j.wrongservices")
            .start("adk.agents.support.system-prompt=Help.");
    assertThat(context).hasFailed();
    FailureAnalysis analysis = new StartupFailureAnalyzer().analyze(context.getStartupFailure());
    assertThat(analysis.getDescription())
        .contains("Wrong: there is no agent 'suport' (did you mean 'support'?)")
        .contains("Wrong$NoInterface: is not an interface")
        .contains("Wrong.nothing(String): returns nothing")
        .contains("Wrong.none(): has 0 parameters for the message")
        .contains("Wrong.two(String, String): has 2 parameters")
        .contains("Wrong.number(int): parameter number: is a int")
        .contains("Wrong.misspelt(String): the @Prompt names {txt}")
        .contains("Wrong.misspelt(String): parameter text: is not in the @Prompt")
        .contains("Wrong.empty(): has an empty @Prompt")
        .contains("Wrong.id(int, String): parameter id: a @ConversationId must be a String")
        .contains("Wrong.ids(String, String, String): parameter b: is a second @ConversationId")
        .contains("Wrong.later(String): returns a CompletableFuture")
        .contains("Wrong.noValue(String): returns java.lang.Runnable")
        .contains("Wrong.body(): has a body and a @Prompt");
    assertThat(analysis.getAction()).contains("@Prompt(\"Classify: {text}\")");
  }

  @Test
  void namesTheFlagThatKeepsParameterNames(@TempDir Path folder) throws Exception {
    Path source = folder.resolve("Nameless.java");
    Files.writeString(
        source,
        """
        @dev.adk4j.boot.service.AgentService
        public interface Nameless {
          @dev.adk4j.boot.service.Prompt("Hi {text}") String hi(String text);
          String plain(String text);
        }""");
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(
                    null,
                    null,
                    null,
                    "-proc:none",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-d",
                    folder.toString(),
                    source.toString()))
        .isZero();
    try (URLClassLoader classes =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      List<String> problems = new ArrayList<>();
      ServiceMethods.of(classes.loadClass("Nameless"), problems);
      assertThat(problems)
          .singleElement()
          .asString()
          .startsWith("Nameless.hi(String): ")
          .contains("-parameters")
          .contains("<maven.compiler.parameters>");
    }
  }

  @Test
  void codeAndHintsAreWrittenAheadOfTime() {
    InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
    DefaultGenerationContext generation =
        new DefaultGenerationContext(
            new ClassNameGenerator(ClassName.get("dev.adk4j", "Generated")), files);
    GenericApplicationContext context = new GenericApplicationContext();
    context.registerBean(AdkAgentServiceAutoConfiguration.class);
    org.springframework.context.annotation.AnnotationConfigUtils.registerAnnotationConfigProcessors(
        context);
    AutoConfigurationPackages.register(context, "dev.adk4j.boot.service");

    new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
    generation.writeGeneratedContent();

    RuntimeHints hints = generation.getRuntimeHints();
    assertThat(RuntimeHintsPredicates.proxies().forInterfaces(Support.class)).accepts(hints);
    assertThat(RuntimeHintsPredicates.reflection().onType(Category.class)).accepts(hints);
    assertThat(RuntimeHintsPredicates.reflection().onType(Circle.class)).accepts(hints);
    assertThat(
            files
                .getGeneratedFiles(org.springframework.aot.generate.GeneratedFiles.Kind.SOURCE)
                .keySet())
        .anyMatch(name -> name.startsWith("dev/adk4j/boot/service/AgentServicesTests__"));
  }

  record Injected(@Lazy Support support) {}

  enum Category {
    DELIVERY,
    OTHER
  }

  sealed interface Shape {}

  record Circle(int radius) implements Shape {}

  record Square(int side) implements Shape {}

  @AgentService
  interface Support {
    String text(String text);

    String message(Message message);

    Answer answer(@ConversationId String id, String text);

    AgentStream chat(@ConversationId String id, String text);

    @Prompt("Classify {\"as\": {limit}}: {text} {text}")
    Category classify(String text, int limit);

    Shape shape(String text);

    default String twice(String text) {
      return text(text) + text(text);
    }
  }

  interface Listing<T> {
    List<T> all(String text);
  }

  @AgentService
  interface Categories extends Listing<Category> {}
}
