package dev.adk4j.jdbc;

import java.util.UUID;

/** Databases as applications set them up, each with the tables of the storage. */
enum OddSetup {
  H2_SERIALIZABLE(
      () -> Site.of(h2("", "TRANSACTION_SERIALIZABLE", 10), JdbcStorageOptions.DEFAULT)),
  H2_ONE_CONNECTION(() -> Site.of(h2("", null, 1), JdbcStorageOptions.DEFAULT)),
  H2_LOWER_CASE_NAMES(
      () -> Site.of(h2(";DATABASE_TO_LOWER=TRUE", null, 10), JdbcStorageOptions.DEFAULT)),
  H2_NAMES_AS_WRITTEN(
      () -> Site.of(h2(";DATABASE_TO_UPPER=FALSE", null, 10), JdbcStorageOptions.DEFAULT)),
  H2_POSTGRES_MODE(
      () ->
          Site.of(
              h2(";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH", null, 10),
              JdbcStorageOptions.DEFAULT)),
  H2_QUOTED_SCHEMA_AND_PREFIX(() -> Site.of(h2("", null, 10), quoted())),
  H2_TWO_APPLICATIONS(
      () -> {
        String url = h2Url("");
        return Site.of(
            TestDatabase.open(url, "sa", "", 5),
            TestDatabase.open(url, "sa", "", 5),
            JdbcStorageOptions.DEFAULT);
      }),
  POSTGRES_SERIALIZABLE_DATABASE(
      () -> {
        PostgresServer server = server();
        try (TestDatabase owner = pool(server, 1)) {
          owner.execute(
              "alter database "
                  + owner.query("select current_database()").getFirst()
                  + " set default_transaction_isolation = 'serializable'");
        }
        return Site.of(pool(server, 10), JdbcStorageOptions.DEFAULT);
      }),
  POSTGRES_SERIALIZABLE_POOL(
      () -> {
        PostgresServer server = server();
        return Site.of(
            TestDatabase.isolated(
                server.url(), server.user(), server.password(), 10, "TRANSACTION_SERIALIZABLE"),
            JdbcStorageOptions.DEFAULT);
      }),
  POSTGRES_ONE_CONNECTION(() -> Site.of(pool(server(), 1), JdbcStorageOptions.DEFAULT)),
  POSTGRES_QUOTED_SCHEMA_AND_PREFIX(() -> Site.of(pool(server(), 10), quoted())),
  POSTGRES_ROW_LEVEL_SECURITY(
      () -> {
        SecuredDatabase database =
            new SecuredDatabase(
                JdbcStorageOptions.DEFAULT.withSchema("\"Agent Data\"").withTablePrefix("Bot_"),
                10);
        return new Site(
            database.application(), database.application(), database.owner(), database.options());
      }),
  POSTGRES_TWO_APPLICATIONS(
      () -> {
        PostgresServer server = server();
        return Site.of(pool(server, 5), pool(server, 5), JdbcStorageOptions.DEFAULT);
      });

  private static JdbcStorageOptions quoted() {
    return JdbcStorageOptions.DEFAULT.withSchema("\"Agent \"\"Data\"").withTablePrefix("Bot_");
  }

  private final Opening opening;

  OddSetup(Opening opening) {
    this.opening = opening;
  }

  private interface Opening {
    Site open() throws Exception;
  }

  Site open() throws Exception {
    return opening.open();
  }

  private static String h2Url(String settings) {
    return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1" + settings;
  }

  private static TestDatabase h2(String settings, String isolation, int connections) {
    return TestDatabase.isolated(h2Url(settings), "sa", "", connections, isolation);
  }

  private static PostgresServer server() {
    return PostgresServer.get().newDatabase();
  }

  private static TestDatabase pool(PostgresServer server, int connections) {
    return TestDatabase.open(server.url(), server.user(), server.password(), connections);
  }

  /**
   * Where applications find the storage.
   *
   * @param first one application
   * @param second another one on the same database, or the same
   * @param all sees every row
   */
  record Site(
      TestDatabase first, TestDatabase second, TestDatabase all, JdbcStorageOptions options) {

    static Site of(TestDatabase database, JdbcStorageOptions options) {
      if (options.schema() != null) {
        database.execute("create schema " + options.schema());
      }
      AdkSchema.of(database.dataSource(), options).apply(AdkSchemaMode.CREATE_IF_MISSING);
      return new Site(database, database, database, options);
    }

    /** Both bring the tables up to date at once. */
    static Site of(TestDatabase first, TestDatabase second, JdbcStorageOptions options)
        throws Exception {
      AtOnce.run(
          2,
          n ->
              AdkSchema.of((n == 0 ? first : second).dataSource(), options)
                  .apply(AdkSchemaMode.CREATE_IF_MISSING));
      return new Site(first, second, first, options);
    }
  }
}
