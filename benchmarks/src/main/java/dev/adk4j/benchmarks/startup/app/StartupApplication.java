package dev.adk4j.benchmarks.startup.app;

import com.sun.management.OperatingSystemMXBean;
import dev.adk4j.loop.DispatchExecutor;
import java.lang.management.ManagementFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * An application with an entity and a repository. Where the starter is on its class path it also
 * has what the starter asks of it: an executor.
 */
@SpringBootApplication
public class StartupApplication {

  /** Prints how many milliseconds after the JVM's start it was ready. */
  public static void main(String[] args) {
    try (ConfigurableApplicationContext context =
        SpringApplication.run(StartupApplication.class, args)) {
      long ready = System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
      long cpu =
          ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
              .getProcessCpuTime();
      long main = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      context.getBean(Notes.class).count();
      System.out.println("beans " + context.getBeanDefinitionCount());
      System.out.println("ready " + ready);
      System.out.println("main " + main / 1e6);
      System.out.println("cpu " + cpu / 1e6);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "dev.adk4j.loop.DispatchExecutor")
  static class Agent {

    @Bean
    DispatchExecutor executor() {
      return (ctx, helpers) -> ctx.ack();
    }
  }
}
