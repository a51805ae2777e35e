package dev.adk4j.boot.jpa;

import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.jpa.repository.GateDecisionEntityRepository;
import dev.adk4j.jpa.repository.GateEntityRepository;
import dev.adk4j.jpa.repository.MemoryEntityRepository;
import dev.adk4j.jpa.repository.MessageEntityRepository;
import dev.adk4j.jpa.repository.RetrievableEntityRepository;
import dev.adk4j.jpa.repository.StandingInstructionEntityRepository;
import dev.adk4j.jpa.repository.ThoughtEntityRepository;
import dev.adk4j.jpa.repository.ToolCallEntityRepository;
import jakarta.persistence.EntityManagerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactory;
import org.springframework.orm.jpa.SharedEntityManagerCreator;

/**
 * Provides the repositories of the storage's entities as beans, which are created at their first
 * use. They are not repository factory beans, because Boot's own repositories would back off.
 */
@AutoConfiguration(
    after = AdkEntitiesAutoConfiguration.class,
    afterName = "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration")
@ConditionalOnClass({MessageEntityRepository.class, JpaRepositoryFactory.class})
@ConditionalOnSingleCandidate(EntityManagerFactory.class)
@ConditionalOnBean(name = "adkEntities")
@ConditionalOnSwitch(defaultOn = {"adk.enabled", "adk.jdbc.enabled", "adk.jpa.entities"})
@Lazy
final class AdkRepositoriesAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  MessageEntityRepository adkMessageEntityRepository(EntityManagerFactory factory) {
    return repository(factory, MessageEntityRepository.class);
  }

  @Bean
  @ConditionalOnMissingBean
  ThoughtEntityRepository adkThoughtEntityRepository(EntityManagerFactory factory) {
    return repository(factory, ThoughtEntityRepository.class);
  }

  @Bean
  @ConditionalOnMissingBean
  ToolCallEntityRepository adkToolCallEntityRepository(EntityManagerFactory factory) {
    return repository(factory, ToolCallEntityRepository.class);
  }

  @Bean
  @ConditionalOnMissingBean
  RetrievableEntityRepository adkRetrievableEntityRepository(EntityManagerFactory factory) {
    return repository(factory, RetrievableEntityRepository.class);
  }

  @Bean
  @ConditionalOnMissingBean
  MemoryEntityRepository adkMemoryEntityRepository(EntityManagerFactory factory) {
    return repository(factory, MemoryEntityRepository.class);
  }

  @Bean
  @ConditionalOnMissingBean
  StandingInstructionEntityRepository adkStandingInstructionEntityRepository(
      EntityManagerFactory factory) {
    return repository(factory, StandingInstructionEntityRepository.class);
  }

  @Bean
  @ConditionalOnMissingBean
  GateEntityRepository adkGateEntityRepository(EntityManagerFactory factory) {
    return repository(factory, GateEntityRepository.class);
  }

  @Bean
  @ConditionalOnMissingBean
  GateDecisionEntityRepository adkGateDecisionEntityRepository(EntityManagerFactory factory) {
    return repository(factory, GateDecisionEntityRepository.class);
  }

  private static <T> T repository(EntityManagerFactory factory, Class<T> type) {
    return new JpaRepositoryFactory(SharedEntityManagerCreator.createSharedEntityManager(factory))
        .getRepository(type);
  }
}
