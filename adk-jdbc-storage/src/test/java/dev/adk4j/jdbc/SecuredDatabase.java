package dev.adk4j.jdbc;

/**
 * A PostgreSQL database with the optional policies, seen by the owner of its tables, by a role of
 * the application, to which the policies apply, and by one for maintenance.
 */
public final class SecuredDatabase implements AutoCloseable {

  public static final JdbcStorageOptions OPTIONS =
      JdbcStorageOptions.DEFAULT.withRowLevelSecurity(true);

  private final TestDatabase owner;
  private final TestDatabase application;
  private final TestDatabase keeper;
  private final String suffix;
  private final JdbcStorageOptions options;

  public SecuredDatabase() {
    this(OPTIONS, 2);
  }

  public SecuredDatabase(JdbcStorageOptions options, int connections) {
    PostgresServer server = PostgresServer.get().newDatabase();
    this.suffix = server.url().replaceAll(".*adk_([0-9a-f]{12}).*", "$1");
    this.owner = TestDatabase.open(server.url(), server.user(), server.password(), 2);
    if (options.schema() != null) {
      owner.execute("create schema " + options.schema());
    }
    AdkSchema.of(owner.dataSource(), options).apply(AdkSchemaMode.CREATE_IF_MISSING);
    for (String role : new String[] {app(), keeping()}) {
      owner.execute("create role \"" + role + "\" login password 'app' nosuperuser");
    }
    for (int time = 0; time < 2; time++) {
      owner.execute(RowLevelSecurityScript.of(options, app(), keeping()));
    }
    this.application = TestDatabase.open(server.url(), app(), "app", connections);
    this.keeper = TestDatabase.open(server.url(), keeping(), "app", 2);
    this.options = options.withRowLevelSecurity(true);
  }

  private String app() {
    return "App's " + suffix;
  }

  private String keeping() {
    return "keeper%" + suffix;
  }

  public TestDatabase owner() {
    return owner;
  }

  public TestDatabase application() {
    return application;
  }

  /** Without a way for what goes across tenants. */
  public JdbcStorageOptions options() {
    return options;
  }

  public JdbcStorageOptions withMaintenance() {
    return options.withMaintenance(keeper.dataSource());
  }

  @Override
  public void close() {
    application.close();
    keeper.close();
    try (owner) {
      for (String role : new String[] {app(), keeping()}) {
        owner.execute("drop owned by \"" + role + "\"");
        owner.execute("drop role \"" + role + "\"");
      }
    }
  }
}
