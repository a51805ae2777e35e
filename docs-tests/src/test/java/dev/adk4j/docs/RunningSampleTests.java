package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.AgentClient;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.value.Scope;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ClassPathBeanDefinitionScanner;

/** The blocks that are marked so run, and do what the page says. */
@Tag("slow")
class RunningSampleTests {

  private static final String HIBERNATE =
      "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration";

  @TempDir Path directory;

  @TestFactory
  Stream<DynamicTest> statementsPrintWhatThePageShows() {
    return samples("run").map(sample -> test(sample, this::run));
  }

  @TestFactory
  Stream<DynamicTest> beansFitIntoAnApplicationThatAnswers() {
    return samples("context").map(sample -> test(sample, this::startAround));
  }

  @TestFactory
  Stream<DynamicTest> testsPass() {
    return samples("junit").map(sample -> test(sample, this::runTests));
  }

  private static Stream<Sample> samples(String mark) {
    return Repository.pages().stream()
        .flatMap(page -> page.samples().stream())
        .filter(sample -> RunningSample.isOne(sample, mark) && sample.supported());
  }

  private DynamicTest test(Sample sample, Check check) {
    return DynamicTest.dynamicTest(
        sample.place(),
        () -> {
          try (RunningSample running = RunningSample.compile(sample, directory)) {
            check.check(sample, running);
          }
        });
  }

  private void run(Sample sample, RunningSample running) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      running.call();
    } finally {
      System.setOut(before);
    }
    List<Sample> all = sample.page().samples();
    Sample next = sample.index() + 1 < all.size() ? all.get(sample.index() + 1) : null;
    String shown = next != null && next.has("output") ? next.text() : "";
    assertThat(printed.toString(StandardCharsets.UTF_8)).as("printed").isEqualTo(shown);
  }

  /**
   * Starts an application with the block's beans and sends it a message. Properties of the mark's
   * value come on top, such as {@code context: adk.jdbc.fetch-limit=5}.
   */
  private void startAround(Sample sample, RunningSample running) throws Exception {
    String beans = running.type().getPackageName();
    String[] properties =
        Arrays.stream(sample.mark("context").split("\\s+"))
            .filter(p -> !p.isEmpty())
            .map(p -> "--" + p)
            .toArray(String[]::new);
    SpringApplicationBuilder application =
        new SpringApplicationBuilder(SampleApplication.class)
            .web(
                sample.text().contains("@RestController")
                    ? WebApplicationType.SERVLET
                    : WebApplicationType.NONE)
            .properties(
                "spring.main.banner-mode=off",
                "spring.main.log-startup-info=false",
                "server.port=0",
                "spring.datasource.url=jdbc:h2:mem:" + beans + ";DB_CLOSE_DELAY=-1",
                // takes long to start, and no block needs it
                "spring.autoconfigure.exclude=" + HIBERNATE,
                "spring.data.jpa.repositories.enabled=false",
                "adk.storage.noop=tools")
            .initializers(context -> scanner(context).scan(beans));
    try (ConfigurableApplicationContext context = application.run(properties)) {
      AgentClient client = context.getBean(AgentClient.class);
      assertThat(client.conversation(Scope.of("default", "reader", "docs")).send("hello").text())
          .isNotEmpty();
    }
  }

  private static ClassPathBeanDefinitionScanner scanner(ConfigurableApplicationContext context) {
    return new ClassPathBeanDefinitionScanner(
        (BeanDefinitionRegistry) context.getBeanFactory(), true, context.getEnvironment(), context);
  }

  private void runTests(Sample sample, RunningSample running) throws Exception {
    var events =
        EngineTestKit.engine("junit-jupiter")
            .selectors(DiscoverySelectors.selectClass(running.type()))
            .execute();
    assertThat(events.allEvents().failed().list()).isEmpty();
    assertThat(events.testEvents().succeeded().count()).isPositive();
  }

  private interface Check {
    void check(Sample sample, RunningSample running) throws Exception;
  }

  /** An application around a block that declares only some beans of one. */
  @SpringBootConfiguration
  @EnableAutoConfiguration
  @ImportAutoConfiguration(SampleDefaults.class)
  static class SampleApplication {}

  /** What the block leaves out. */
  @AutoConfiguration
  static class SampleDefaults {

    @Bean
    @ConditionalOnMissingBean
    DispatchExecutor executor() {
      return ScriptedExecutor.saying("ok");
    }
  }
}
