package dev.adk4j.boot.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import org.hibernate.DuplicateMappingException;
import org.hibernate.DuplicateMappingException.Type;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.diagnostics.FailureAnalysis;

class DuplicateEntityFailureAnalyzerTests {

  private final DuplicateEntityFailureAnalyzer analyzer = new DuplicateEntityFailureAnalyzer();

  @Test
  void explainsEntityWithNameOfStorageEntity() {
    String message =
        "Entity classes [app.MessageEntity] and [dev.adk4j.jpa.entity.MessageEntity] share the entity name";
    Throwable failure =
        new BeanCreationException(
            "entityManagerFactory",
            message,
            new DuplicateMappingException(message, Type.ENTITY, "MessageEntity"));

    FailureAnalysis analysis = analyzer.analyze(failure);

    assertThat(analysis).isNotNull();
    assertThat(analysis.getDescription()).isEqualTo(message + ".");
    assertThat(analysis.getAction())
        .isEqualTo(
            """
            Give the application's entity another name, and use it in queries:

            \t@Entity(name = "MyMessageEntity")

            or disable the entities of the storage:

            \tadk.jpa.entities=false\
            """);
  }

  @Test
  void twoEntitiesOfTheApplicationAreItsOwnBusiness() {
    assertThat(
            analyzer.analyze(
                new DuplicateMappingException(
                    "Entity classes [app.One] and [app.other.One] share it", Type.ENTITY, "One")))
        .isNull();
  }
}
