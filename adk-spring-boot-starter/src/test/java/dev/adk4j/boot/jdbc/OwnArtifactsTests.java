package dev.adk4j.boot.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.artifact.ArtifactType;
import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.ByteStore;
import dev.adk4j.bytes.ReaderDescriptor;
import dev.adk4j.bytes.ReaderResolvers;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.client.AgentClient;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the application adds to artifacts and readers is known to the storage, too. */
class OwnArtifactsTests {

  @Test
  void aResultComesBackFromTheDatabaseInTheApplicationsTypeOverTheApplicationsReader() {
    ContextStarter.of(
            DataSourceAutoConfiguration.class,
            AdkJdbcStorageAutoConfiguration.class,
            AdkAutoConfiguration.class)
        .withUserConfiguration(Agent.class)
        .withPropertyValues("spring.datasource.generate-unique-name=true")
        .run(
            context -> {
              AgentClient client = context.getBean(AgentClient.class);
              Scope scope = Scope.of("acme", "anna", "c1");
              client.conversation(scope).send("first");
              client.conversation(scope).send("second");

              List<ToolCall> loaded =
                  context.getBean(ScriptedExecutor.class).lastSeen().toolCalls();
              assertThat(loaded).hasSize(1);
              assertThat(loaded.getFirst().results())
                  .isInstanceOfSatisfying(
                      ToolResults.Artifacts.class,
                      results -> {
                        SpooledArtifact table = results.items().getFirst();
                        assertThat(table).isInstanceOf(Table.class);
                        assertThat(table.reader()).isInstanceOf(Shelved.class);
                        assertThat(table).satisfies(t -> assertThat(t.asString()).isEqualTo("a,b"));
                      });
            });
  }

  /** Text of comma-separated values. */
  static final class Table extends SpooledArtifact {
    Table(SpoolReader reader) {
      super(reader);
    }
  }

  /** Keeps texts where only the application knows. */
  static final class Shelf implements ByteStore<SpoolReader> {

    private final Map<String, String> texts = new ConcurrentHashMap<>();

    @Override
    public SpoolReader write(String id, ByteSource bytes) throws IOException {
      texts.put(id, new String(bytes.open().readAllBytes(), StandardCharsets.UTF_8));
      return new Shelved(this, id);
    }

    @Override
    public Optional<SpoolReader> read(String id) {
      return Optional.of(new Shelved(this, id));
    }

    @Override
    public boolean delete(String id) {
      return texts.remove(id) != null;
    }

    SpoolReader resolve(JsonValue locator) {
      return new Shelved(this, locator.as(String.class));
    }
  }

  private record Shelved(Shelf shelf, String id) implements SpoolReader {

    private SpoolReader text() {
      return SpoolReader.of(Objects.requireNonNull(shelf.texts.get(id)));
    }

    @Override
    public Optional<String> line(long index) throws IOException {
      return text().line(index);
    }

    @Override
    public long byteLength() throws IOException {
      return text().byteLength();
    }

    @Override
    public long lineCount() throws IOException {
      return text().lineCount();
    }

    @Override
    public String readAll() throws IOException {
      return text().readAll();
    }

    @Override
    public Optional<ReaderDescriptor> describe() {
      return Optional.of(new ReaderDescriptor("spool:shelf", JsonValue.of((Object) id)));
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Agent {

    @Bean
    ScriptedExecutor executor() {
      return ScriptedExecutor.turns(
          Script.empty().callTool("table", Map.of()).nextIteration().say("there"),
          Script.empty().say("again"));
    }

    @Bean
    Shelf shelf() {
      return new Shelf();
    }

    @Bean
    SpoolStoreFactory spoolStores(Shelf shelf) {
      return scope -> shelf;
    }

    @Bean
    ReaderResolvers resolvers(Shelf shelf) {
      return ReaderResolvers.withBuiltIns().registerSpool("spool:shelf", shelf::resolve);
    }

    @Bean
    ArtifactTypes artifactTypes() {
      return ArtifactTypes.builtIns()
          .register(ArtifactType.of("table", Table.class, ArtifactTypes.SPOOLED, Table::new));
    }

    @AgentTool(name = "table", description = "A table.", artifactType = "table")
    String table() {
      return "a,b";
    }
  }
}
