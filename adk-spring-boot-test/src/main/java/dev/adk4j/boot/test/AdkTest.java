package dev.adk4j.boot.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Tests an agent without a web server and without a database: the starter, storage in memory, an
 * executor that follows a script, an {@link dev.adk4j.test.AgentTester}, and a recorder of all
 * events of the turns.
 *
 * <p>Of the application's components only the agent's own are found: those with methods that are
 * tools or listen to events, middleware, tools and tool providers, retrievers, event listeners,
 * scope resolvers, customizers, executors and callbacks. Import what else they need. Memory is left
 * out unless {@code AdkMemoryAutoConfiguration} and a store are imported. The storage, the
 * executor, the tester and the recorder give way to beans of the application or of the test:
 *
 * <pre>{@code
 * @AdkTest
 * class PaymentTests {
 *
 *   @Autowired AgentTester agent;
 *
 *   @Test
 *   void pays() {
 *     Answer answer = agent.calls("pay", Map.of("amount", 5)).says("Paid.").send("Pay 5 euros.");
 *     assertThat(answer).calledTool("pay").answered("paid 5");
 *   }
 * }
 * }</pre>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(AdkTestContextBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(AdkTypeExcludeFilter.class)
@ImportAutoConfiguration
public @interface AdkTest {

  /** Properties of the environment, in the form {@code key=value}. */
  String[] properties() default {};

  /** Returns true to find only components of the agent. */
  boolean useDefaultFilters() default true;

  /** Filters of further components to find. */
  ComponentScan.Filter[] includeFilters() default {};

  /** Filters of components to leave out. */
  ComponentScan.Filter[] excludeFilters() default {};

  /** Auto-configurations to leave out. */
  @AliasFor(annotation = ImportAutoConfiguration.class, attribute = "exclude")
  Class<?>[] excludeAutoConfiguration() default {};
}
