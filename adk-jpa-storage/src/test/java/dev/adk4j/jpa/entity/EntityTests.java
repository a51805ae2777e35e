package dev.adk4j.jpa.entity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.jdbc.AdkSchema;
import dev.adk4j.jdbc.AdkSchemaMode;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jpa.repository.GateDecisionEntityRepository;
import dev.adk4j.jpa.repository.GateEntityRepository;
import dev.adk4j.jpa.repository.MemoryEntityRepository;
import dev.adk4j.jpa.repository.MessageEntityRepository;
import dev.adk4j.jpa.repository.RetrievableEntityRepository;
import dev.adk4j.jpa.repository.StandingInstructionEntityRepository;
import dev.adk4j.jpa.repository.ThoughtEntityRepository;
import dev.adk4j.jpa.repository.ToolCallEntityRepository;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.value.Scope;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.hibernate.boot.model.naming.PhysicalNamingStrategyStandardImpl;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactory;

/** Hibernate against the tables that the migrations make. */
@ParameterizedClass
@EnumSource
class EntityTests {

  private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678Z");

  @AutoClose private final TestDatabase database;

  EntityTests(DatabaseKind kind) {
    this.database = kind.empty(4);
  }

  @Test
  void validatesTheEntitiesAndReadsThem() {
    AdkSchema.of(database.dataSource()).apply(AdkSchemaMode.CREATE_IF_MISSING);
    database.execute("create table Customer (id bigint primary key)");
    String tricky = "a\u0000b\ud800c\u0010d";
    store(database.storage(), Message.user("m-" + tricky, tricky, AT));

    try (EntityManagerFactory factory = hibernate(database.dataSource(), new AdkNamingStrategy());
        var session = factory.createEntityManager()) {
      MessageEntity found =
          session.find(
              MessageEntity.class,
              new MessageEntity.Key("default", "c", TextEscape.escape("m-" + tricky)));
      assertThat(found.content()).isEqualTo(tricky);
      assertThat(found.role()).isEqualTo(MessageRole.USER.wire());
      assertThat(found.createdAt()).isEqualTo(AT);
      assertThat(
              session
                  .createQuery(
                      "select m.id from MessageEntity m where m.createdAt between :a and :b",
                      String.class)
                  .setParameter("a", AT)
                  .setParameter("b", AT)
                  .getResultList())
          .containsExactly(TextEscape.escape("m-" + tricky));
      for (String condition :
          List.of("like '%b%'", "ilike '%B%'", "in ('b', 'c')", "> 'b'", "= coalesce('b', '')")) {
        session
            .createQuery("from MessageEntity m where m.content " + condition, MessageEntity.class)
            .getResultList();
      }
      for (Class<?> entity : AdkEntities.all()) {
        session.createQuery("from " + entity.getSimpleName(), entity).getResultList();
      }
    }
  }

  @Test
  void readsTablesWithAPrefixInASchema() {
    database.execute("create schema agents");
    database.execute("create table Customer (id bigint primary key)");
    for (String name : List.of("plain_", "Liqui_")) {
      JdbcStorageOptions options =
          JdbcStorageOptions.DEFAULT.withSchema("agents").withTablePrefix(name);
      AdkSchema.of(database.dataSource(), options).apply(AdkSchemaMode.CREATE_IF_MISSING);
      store(
          JdbcPersistentStorage.builder(database.dataSource()).options(options).build(),
          Message.user("in-" + name, "hello", AT));
      AdkNamingStrategy naming =
          new AdkNamingStrategy(PhysicalNamingStrategyStandardImpl.INSTANCE, "agents", name);
      try (EntityManagerFactory factory = hibernate(database.dataSource(), naming);
          var session = factory.createEntityManager()) {
        assertThat(
                session
                    .createQuery("select m.id from MessageEntity m", String.class)
                    .getResultList())
            .containsExactly("in-" + name);
        assertThat(session.createQuery("from Customer", Customer.class).getResultList()).isEmpty();
      }
    }
  }

  @Test
  void repositoriesFindStoredRows() {
    AdkSchema.of(database.dataSource()).apply(AdkSchemaMode.CREATE_IF_MISSING);
    database.execute("create table Customer (id bigint primary key)");
    for (int i = 0; i < 3; i++) {
      store(database.storage(), Message.user("m" + i, "text " + i, AT.plusSeconds(i)));
    }
    try (EntityManagerFactory factory = hibernate(database.dataSource(), new AdkNamingStrategy());
        var session = factory.createEntityManager()) {
      JpaRepositoryFactory repositories = new JpaRepositoryFactory(session);
      MessageEntityRepository messages = repositories.getRepository(MessageEntityRepository.class);

      assertThat(messages.findByTenantAndConversationOrderBySeq("default", "c"))
          .extracting(MessageEntity::content)
          .containsExactly("text 0", "text 1", "text 2");
      assertThat(messages.findByTenantAndConversationOrderBySeq("acme", "c")).isEmpty();
      assertThat(
              messages.findByTenantAndConversation(
                  "default", "c", PageRequest.of(0, 2, Sort.by("seq").descending())))
          .extracting(MessageEntity::id)
          .containsExactly("m2", "m1");
      assertThat(
              messages.findByTenantAndCreatedAtBetween(
                  "default", AT.plusSeconds(1), AT.plusSeconds(1), PageRequest.of(0, 10)))
          .extracting(MessageEntity::id)
          .containsExactly("m1");
      assertThat(messages.countByTenantAndConversation("default", "c")).isEqualTo(3);

      PageRequest page = PageRequest.of(0, 10);
      var thoughts = repositories.getRepository(ThoughtEntityRepository.class);
      assertThat(thoughts.findByTenantAndConversationOrderBySeq("default", "c")).isEmpty();
      var calls = repositories.getRepository(ToolCallEntityRepository.class);
      assertThat(calls.findByTenantAndTool("default", "search", page)).isEmpty();
      var retrievables = repositories.getRepository(RetrievableEntityRepository.class);
      assertThat(retrievables.findByTenantAndConversationOrderByOrdinal("default", "c")).isEmpty();
      var memories = repositories.getRepository(MemoryEntityRepository.class);
      assertThat(memories.findByTenantAndSubjectOrderByOrdinal("default", "s")).isEmpty();
      var instructions = repositories.getRepository(StandingInstructionEntityRepository.class);
      assertThat(instructions.findByTenant("default", page)).isEmpty();
      var gates = repositories.getRepository(GateEntityRepository.class);
      assertThat(gates.findByTenantAndState("default", "open", page)).isEmpty();
      var decisions = repositories.getRepository(GateDecisionEntityRepository.class);
      assertThat(decisions.findByTenantAndActor("default", "anna", page)).isEmpty();
    }
  }

  private static EntityManagerFactory hibernate(DataSource dataSource, AdkNamingStrategy naming) {
    Configuration configuration = new Configuration();
    configuration.setPhysicalNamingStrategy(naming);
    configuration.addAnnotatedClass(Customer.class);
    AdkEntities.all().forEach(configuration::addAnnotatedClass);
    configuration.getProperties().put("hibernate.hbm2ddl.auto", "validate");
    configuration.getProperties().put("jakarta.persistence.nonJtaDataSource", dataSource);
    return configuration.buildSessionFactory();
  }

  private static void store(JdbcPersistentStorage storage, Message message) {
    storage.storeMessage(AgentContexts.forScope(Scope.conversation("c")), message);
  }

  @Entity(name = "Customer")
  static class Customer {
    @Id Long id;
  }
}
