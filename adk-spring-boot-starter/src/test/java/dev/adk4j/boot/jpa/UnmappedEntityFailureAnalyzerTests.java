package dev.adk4j.boot.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.OwnConfigurations.ImportOwn;
import dev.adk4j.jpa.entity.MessageEntity;
import dev.adk4j.test.ScriptedExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.data.repository.Repository;

/** Starts a real application with a repository of the storage's entities. */
@ExtendWith(OutputCaptureExtension.class)
class UnmappedEntityFailureAnalyzerTests {

  @Test
  void explainsRepositoryOfUnmappedEntity(CapturedOutput output) {
    assertThatThrownBy(() -> start("adk.jpa.entities=false")).isNotNull();

    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains("dev.adk4j.jpa.entity.MessageEntity is queried as an entity")
        .contains("\tadk.jpa.entities=true");
  }

  @Test
  void startsWithMappedEntities() {
    try (ConfigurableApplicationContext context = start("adk.jpa.entities=true")) {
      assertThat(context.getBean(Messages.class).count()).isZero();
    }
  }

  private static ConfigurableApplicationContext start(String entities) {
    return new SpringApplicationBuilder(Application.class)
        .web(WebApplicationType.NONE)
        .properties(
            entities,
            "adk.storage.noop=tools",
            "adk.jdbc.schema=create-if-missing",
            "spring.flyway.enabled=false",
            "spring.datasource.generate-unique-name=true",
            "spring.main.banner-mode=off")
        .run("--spring.autoconfigure.exclude="); // of Hibernate, for the other tests
  }

  /** Counts, and has no other way to reach the table. */
  interface Messages extends Repository<MessageEntity, MessageEntity.Key> {
    long count();
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    DataSourceAutoConfiguration.class,
    HibernateJpaAutoConfiguration.class,
    AdkEntitiesAutoConfiguration.class,
    AdkAutoConfiguration.class
  })
  @ImportOwn({"jdbc.AdkJdbcStorageAutoConfiguration"})
  @EnableJpaRepositories(basePackageClasses = Messages.class, considerNestedRepositories = true)
  static class Application {

    @Bean
    ScriptedExecutor executor() {
      return ScriptedExecutor.saying("hello");
    }
  }
}
