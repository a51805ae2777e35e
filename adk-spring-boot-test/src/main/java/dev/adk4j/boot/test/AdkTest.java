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
 * Tests an agent without a web server or a database. Provides the starter, in-memory storage, an
 * executor that follows a script, an {@link dev.adk4j.test.AgentTester}, and a recorder of all turn
 * events.
 *
 * <p>Component scanning finds only the agent's own components: components with tool or event
 * listener methods, middleware, tools and tool providers, retrievers, event listeners, scope
 * resolvers, customizers, executors and callbacks. Import other beans that they need. Memory is
 * left out unless {@code AdkMemoryAutoConfiguration} and a store are imported. Beans of the
 * application or the test replace the storage, the executor, the tester and the recorder:
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

  /** Properties of the environment, each as {@code key=value}. */
  String[] properties() default {};

  /** Returns true to scan only for components of the agent. */
  boolean useDefaultFilters() default true;

  /** Filters of additional components to include. */
  ComponentScan.Filter[] includeFilters() default {};

  /** Filters of components to exclude. */
  ComponentScan.Filter[] excludeFilters() default {};

  /** Auto-configurations to exclude. */
  @AliasFor(annotation = ImportAutoConfiguration.class, attribute = "exclude")
  Class<?>[] excludeAutoConfiguration() default {};
}
