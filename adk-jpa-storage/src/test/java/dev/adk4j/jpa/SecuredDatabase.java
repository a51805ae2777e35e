package dev.adk4j.jpa;

import java.nio.charset.StandardCharsets;

/**
 * A PostgreSQL database with the optional policies, seen by the owner of its tables and by a role
 * of the application, to which the policies apply.
 */
public final class SecuredDatabase implements AutoCloseable {

  public static final JpaStorageOptions OPTIONS =
      JpaStorageOptions.DEFAULT.withRowLevelSecurity(true);

  private final TestDatabase owner;
  private final TestDatabase application;
  private final String role;

  public SecuredDatabase() throws Exception {
    PostgresServer server = PostgresServer.get().newDatabase();
    this.role = "app_" + server.url().replaceAll(".*adk_([0-9a-f]{12}).*", "$1");
    this.owner = TestDatabase.open(server.url(), server.user(), server.password(), 2).withTables();
    owner.execute("create role " + role + " login password 'app' nosuperuser");
    owner.execute("grant select, insert, update, delete on all tables in schema public to " + role);
    try (var script =
        JpaPersistentStorage.class.getResourceAsStream(
            "/db/adk/postgresql-row-level-security.sql")) {
      owner.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
    }
    this.application = TestDatabase.open(server.url(), role, "app", 2);
  }

  public TestDatabase owner() {
    return owner;
  }

  public TestDatabase application() {
    return application;
  }

  @Override
  public void close() throws Exception {
    application.close();
    try (owner) {
      owner.execute("drop owned by " + role);
      owner.execute("drop role " + role);
    }
  }
}
