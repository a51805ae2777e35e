package dev.adk4j.springai.chatmemory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.jdbc.AdkSchema;
import dev.adk4j.jdbc.AdkSchemaMode;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.value.Scope;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;

/** {@code kill -9} of a process that adds to a chat memory. */
@Tag("slow")
@Timeout(120)
class ChatMemoryCrashTests {

  private static final int KEPT = 100_000;

  @Test
  void aKillBetweenAddsLosesNothingAndLeavesNoHalf(@TempDir Path directory) throws Exception {
    String url = "jdbc:h2:file:" + directory.resolve("memory").toAbsolutePath() + ";WRITE_DELAY=0";
    int acknowledged = writeAndKill(url);
    JdbcConnectionPool pool = JdbcConnectionPool.create(url, "sa", "");
    try {
      ChatMemory memory = memory(pool);
      List<Message> found = memory.get("c");
      int exchanges = found.size() / 3;
      assertThat(exchanges).isGreaterThanOrEqualTo(acknowledged);
      assertThat(found)
          .isEqualTo(
              IntStream.range(0, exchanges).boxed().flatMap(n -> exchange(n).stream()).toList());
      memory.add("c", exchange(exchanges));
      assertThat(memory.get("c")).hasSize(found.size() + 3).endsWith(exchange(exchanges).getLast());
    } finally {
      pool.dispose();
    }
  }

  private static int writeAndKill(String url) throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                url)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int lines = 0;
    try (BufferedReader output = writer.inputReader()) {
      while (output.readLine() != null) {
        if (++lines == 40) {
          writer.toHandle().destroyForcibly();
        }
      }
    } finally {
      writer.destroyForcibly();
    }
    assertThat(writer.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(lines).as("it ended before it was killed").isGreaterThanOrEqualTo(40);
    return lines;
  }

  private static ChatMemory memory(JdbcConnectionPool pool) {
    AdkSchema.of(pool).apply(AdkSchemaMode.CREATE_IF_MISSING);
    return new AdkChatMemory(
        new AdkChatMemoryRepository(
            JdbcPersistentStorage.of(pool).history(),
            AdkStorageAdmin.of(pool),
            raw -> Scope.DEFAULT),
        KEPT);
  }

  /** With metadata, which are kept in a record of their own. */
  private static List<Message> exchange(int n) {
    return List.of(
        new UserMessage("question " + n),
        AssistantMessage.builder().content("").properties(Map.of("n", n)).build(),
        new AssistantMessage("answer " + n));
  }

  /** Adds exchanges until it is killed, and says so. */
  static final class Writer {

    private Writer() {}

    public static void main(String[] args) {
      ChatMemory memory = memory(JdbcConnectionPool.create(args[0], "sa", ""));
      for (int n = 0; ; n++) {
        memory.add("c", exchange(n));
        System.out.println(n);
        System.out.flush();
      }
    }
  }
}
