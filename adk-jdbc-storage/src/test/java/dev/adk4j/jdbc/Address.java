package dev.adk4j.jdbc;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

/** Where processes meet: a file of H2 or a database of PostgreSQL, with the tables. */
public record Address(String url, String user, String password) {

  public static Address of(DatabaseKind kind, Path directory) {
    Address address = empty(kind, directory);
    address.open(1).withTables().close();
    return address;
  }

  private static Address empty(DatabaseKind kind, Path directory) {
    if (kind == DatabaseKind.H2) {
      return new Address(
          "jdbc:h2:file:" + directory.resolve("adk").toAbsolutePath() + ";WRITE_DELAY=0", "sa", "");
    }
    PostgresServer server = PostgresServer.get().newDatabase();
    return new Address(server.url(), server.user(), server.password());
  }

  public TestDatabase open(int connections) {
    return TestDatabase.open(url, user, password, connections);
  }

  /** Starts a JVM whose first three arguments are this. */
  public Process start(Class<?> main, String... args) throws IOException {
    List<String> all = new ArrayList<>(List.of(url, user, password));
    all.addAll(List.of(args));
    return ForkedJvm.start(main, List.of("-Xmx192m"), all.toArray(String[]::new));
  }

  /**
   * Starts one writer after another and kills each of them.
   *
   * @param random how many lines each may write, and the moment after the last of them
   * @param then is given all lines so far after each kill
   * @return all lines that were written
   */
  public Set<String> kill(
      Class<?> writer, int kills, Random random, Lines lines, Consumer<Set<String>> then)
      throws Exception {
    Set<String> acknowledged = new HashSet<>();
    for (int run = 0; run < kills; run++) {
      acknowledged.addAll(
          ForkedJvm.killAfter(
              start(writer, "run" + run),
              lines.least + random.nextInt(lines.more),
              random.nextInt(lines.nanos)));
      then.accept(acknowledged);
    }
    return acknowledged;
  }

  /** When a writer is killed: after so many lines and a moment. */
  public record Lines(int least, int more, int nanos) {}
}
