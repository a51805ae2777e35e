package dev.adk4j.jdbc.vector;

import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.vector.HybridPlan;
import dev.adk4j.vector.Near;
import dev.adk4j.vector.SearchPlan;
import dev.adk4j.vector.VectorErrors;
import dev.adk4j.vector.VectorMatch;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs reads. A known collection is read in one round trip. If the index leaves a page incomplete,
 * a second query completes it.
 */
final class PgSearcher {

  /** Classes of SQL states: statements that do not fit the tables, and data that does not fit. */
  private static final String REFUSED_STATEMENT = "42";

  private static final String REFUSED_DATA = "22";

  private final PgSession session;
  private final PgExtension extension;
  private final PgCatalog catalog;
  private final boolean exactSearch;

  /** Last known state of collections, by table. Another process may have changed them since. */
  private final Map<String, PgCollection> known = new ConcurrentHashMap<>();

  /** Kinds of searches whose last result contained nothing that a quick search omits. */
  private final Set<Kind> ordinary = ConcurrentHashMap.newKeySet();

  private record Kind(String table, boolean filtered) {}

  /** Runs a search's query in the given way. */
  private interface Query {
    PgPage run(PgSearch.Way way, Sql sql) throws SQLException;
  }

  PgSearcher(PgSession session, PgExtension extension, PgCatalog catalog, boolean exactSearch) {
    this.session = session;
    this.extension = extension;
    this.catalog = catalog;
    this.exactSearch = exactSearch;
  }

  List<VectorMatch> search(String table, SearchPlan plan) {
    try {
      return session
          .read(
              connection -> atOnce(connection, table, plan),
              connection -> stepByStep(connection, table, plan))
          .matches();
    } catch (SQLException e) {
      throw VectorErrors.searchFailed(String.valueOf(e.getMessage()), e);
    }
  }

  List<VectorMatch> hybrid(String table, HybridPlan plan) {
    try {
      return session.atomic(connection -> hybrid(connection, table, plan));
    } catch (SQLException e) {
      throw VectorErrors.searchFailed(String.valueOf(e.getMessage()), e);
    }
  }

  private record Seen(PgCollection collection, @Nullable String trigrams) {}

  /**
   * Creates the settings for both searches together with the lookup, then queries once, or twice if
   * rows are missing.
   */
  private List<VectorMatch> hybrid(Connection connection, String table, HybridPlan plan)
      throws SQLException {
    Sql more =
        extension
            .tuning(plan.candidates(), true, PgSearch.Way.INDEX)
            .add(", " + PgCatalog.TRIGRAMS + " as trigrams");
    Seen seen =
        PgJdbc.query(
                connection,
                PgCatalog.lookUp(table, true, more),
                row -> new Seen(catalog.collection(table, row), row.getString("trigrams")))
            .stream()
            .findFirst()
            .orElseThrow(
                () ->
                    VectorErrors.searchFailed(PgCatalog.missing(plan.search().collection()), null));
    PgCollection collection = seen.collection();
    if (collection.language() == null) {
      throw VectorErrors.searchFailed(
          "The collection '"
              + plan.search().collection()
              + "' has no full text: create it with fullText(language).",
          null);
    }
    PgHybrid hybrid =
        new PgHybrid(collection, plan, collection.trigrams() ? seen.trigrams() : null);
    Near near = plan.search().near();
    if (near == null) {
      return PgHybridPage.read(connection, collection, plan, hybrid.statement(null)).matches();
    }
    PgSearch byVector = new PgSearch(collection, PgHybrid.candidates(plan));
    float[] vector = reference(connection, collection, near);
    boolean exact = exactSearch || byVector.isOrthogonalToAll(vector);
    if (!exact) {
      Sql sql = hybrid.statement(byVector.near(vector, PgSearch.Way.INDEX));
      PgHybridPage page = PgHybridPage.read(connection, collection, plan, sql);
      if (page.complete()) {
        return page.matches();
      }
    }
    Sql sql = hybrid.statement(byVector.near(vector, PgSearch.Way.EXACT));
    return PgHybridPage.read(connection, collection, plan, sql).matches();
  }

  private PgPage stepByStep(Connection connection, String table, SearchPlan plan)
      throws SQLException {
    PgCollection collection =
        catalog.require(connection, table, plan.collection(), VectorErrors::searchFailed);
    known.put(table, collection);
    PgSearch search = new PgSearch(collection, plan);
    Query query =
        (way, sql) -> {
          if (way == PgSearch.Way.INDEX) {
            PgJdbc.query(connection, lookUp(table, plan, way), row -> true);
          }
          PgPage page = new PgPage(collection, plan);
          PgJdbc.query(connection, sql, page::add);
          return page;
        };
    return plan.near() == null
        ? query.run(PgSearch.Way.EXACT, search.scan())
        : thorough(search, plan, reference(connection, collection, plan.near()), query);
  }

  /**
   * Returns the result in one round trip: searches the collection in its last known state and
   * checks the current state. Returns null if the state differs or does not fit the search; the
   * caller then proceeds step by step, which also finds the error.
   */
  private @Nullable PgPage atOnce(Connection connection, String table, SearchPlan plan)
      throws SQLException {
    PgCollection collection = known.get(table);
    if (collection == null) {
      return null;
    }
    PgSearch search = new PgSearch(collection, plan);
    Query query =
        (way, sql) -> checked(connection, collection, plan, lookUp(table, plan, way), sql);
    try {
      return switch (plan.near()) {
        case null -> query.run(PgSearch.Way.EXACT, search.scan());
        case Near.Vector(float[] vector) ->
            collection.fits(vector) ? quick(table, search, plan, vector, query) : null;
        case Near.Id id -> null;
        case Near.Text text -> null;
      };
    } catch (SQLException e) {
      String state = String.valueOf(e.getSQLState());
      if (state.startsWith(REFUSED_STATEMENT) || state.startsWith(REFUSED_DATA)) {
        return null;
      }
      throw e;
    }
  }

  /** Runs a query together with a check that the collection is unchanged. */
  private PgPage checked(
      Connection connection, PgCollection collection, SearchPlan plan, Sql lookUp, Sql query)
      throws SQLException {
    List<PgCollection> now = new ArrayList<>();
    PgPage page = new PgPage(collection, plan);
    Sql both = Sql.of("").add(lookUp).add("; ").add(query);
    List<List<Boolean>> read =
        Statements.on(connection)
            .together(
                index ->
                    row ->
                        index == 0
                            ? now.add(catalog.collection(collection.table(), row))
                            : now.contains(collection) && page.add(row),
                both.text(),
                both.args());
    if (read.size() != 2 || !now.contains(collection)) {
      throw new SQLException("The collection has changed.", REFUSED_STATEMENT);
    }
    return page;
  }

  /** Tries a quick search first if the last search of its kind was ordinary. */
  private PgPage quick(String table, PgSearch search, SearchPlan plan, float[] vector, Query query)
      throws SQLException {
    if (!search.canBeQuick() || isExact(plan) || search.isOrthogonalToAll(vector)) {
      return thorough(search, plan, vector, query);
    }
    Kind kind = new Kind(table, plan.filter() != null);
    if (ordinary.contains(kind)) {
      PgPage page = query.run(PgSearch.Way.QUICK, search.near(vector, PgSearch.Way.QUICK));
      if (page.completesQuickly()) {
        return page;
      }
      ordinary.remove(kind);
    }
    PgPage page = thorough(search, plan, vector, query);
    if (page.state() == PgSearch.Page.ORDINARY) {
      ordinary.add(kind);
    }
    return page;
  }

  private PgPage thorough(PgSearch search, SearchPlan plan, float[] vector, Query query)
      throws SQLException {
    if (!isExact(plan) && !search.isOrthogonalToAll(vector)) {
      PgPage page = query.run(PgSearch.Way.INDEX, search.near(vector, PgSearch.Way.INDEX));
      if (page.state() != PgSearch.Page.INCOMPLETE) {
        return page;
      }
    }
    return query.run(PgSearch.Way.EXACT, search.near(vector, PgSearch.Way.EXACT));
  }

  private Sql lookUp(String table, SearchPlan plan, PgSearch.Way way) {
    boolean filtered = plan.filter() != null;
    return PgCatalog.lookUp(
        table,
        filtered,
        way == PgSearch.Way.EXACT ? Sql.of("") : extension.tuning(plan.reach(), filtered, way));
  }

  private boolean isExact(SearchPlan plan) {
    return exactSearch || !PgExtension.finds(plan.reach());
  }

  private static float[] reference(Connection connection, PgCollection collection, Near near)
      throws SQLException {
    return switch (near) {
      case Near.Vector(float[] vector) -> {
        collection.requireLength(vector);
        yield vector;
      }
      case Near.Id(String id) -> {
        Sql sql =
            Sql.of(
                "select cast(embedding as text) from "
                    + collection.table()
                    + " where id = ? and embedding is not null",
                id);
        List<String> stored =
            PgText.holds(id) ? PgJdbc.query(connection, sql, row -> row.getString(1)) : List.of();
        if (stored.isEmpty()) {
          throw VectorErrors.searchFailed("There is no record with that id and a vector.", null);
        }
        yield PgVectors.parse(stored.getFirst());
      }
      case Near.Text text -> throw VectorErrors.encoderRequired(PgVectorBackend.NAME);
    };
  }
}
