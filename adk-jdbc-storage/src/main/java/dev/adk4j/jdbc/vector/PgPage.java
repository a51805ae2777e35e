package dev.adk4j.jdbc.vector;

import dev.adk4j.value.JsonValue;
import dev.adk4j.value.internal.PlainMetadata;
import dev.adk4j.vector.SearchPlan;
import dev.adk4j.vector.VectorMatch;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Collects the rows of a {@link PgSearch}. */
final class PgPage {

  /** Orders by distance, then by id in the order of the collation {@code C}. */
  private static final Comparator<Row> ORDER =
      Comparator.comparingDouble(Row::distance).thenComparing(Row::bytes, Arrays::compareUnsigned);

  private record Row(String id, double distance, VectorMatch match) {

    byte[] bytes() {
      return id.getBytes(StandardCharsets.UTF_8);
    }
  }

  private final PgCollection collection;
  private final SearchPlan plan;
  private final List<Row> rows = new ArrayList<>();

  /** State of the last row. Unknown for a page without rows. */
  private PgSearch.Page state = PgSearch.Page.INCOMPLETE;

  PgPage(PgCollection collection, SearchPlan plan) {
    this.collection = collection;
    this.plan = plan;
  }

  /** Adds a row and returns true. */
  boolean add(ResultSet row) throws SQLException {
    String id = row.getString(1);
    String metadata = row.getString(3);
    String vector = row.getString(4);
    double distance = row.getDouble(5);
    rows.add(
        new Row(
            id,
            distance,
            plan.projection()
                .match(
                    id,
                    plan.near() == null ? null : collection.metric().scoreOfDistance(distance),
                    vector == null ? null : PgVectors.parse(vector),
                    row.getString(2),
                    metadata == null
                        ? Map.of()
                        : PlainMetadata.mapFromJson(JsonValue.parse(metadata).node()))));
    state = PgSearch.Page.values()[row.getInt(6)];
    return true;
  }

  PgSearch.Page state() {
    return state;
  }

  /** Returns the matches with a sufficient score. */
  List<VectorMatch> matches() {
    return rows.stream()
        .map(Row::match)
        .filter(m -> m.score().orElse(0) >= plan.minScore())
        .toList();
  }

  /**
   * Creates a page from the rows of a quick search.
   *
   * @return false if rows may be missing: on a page that is not full, because of the filter or a
   *     row of unusual length, and on a page that ends between rows of equal distance
   */
  boolean completesQuickly() {
    int wanted = plan.topK();
    boolean tooFew = plan.filter() == null ? rows.isEmpty() : rows.size() < wanted;
    if (state != PgSearch.Page.COMPLETE || tooFew) {
      return false;
    }
    if (rows.size() > wanted) {
      if (rows.get(wanted).distance() == rows.get(wanted - 1).distance()) {
        return false;
      }
      rows.removeLast();
    }
    rows.sort(ORDER);
    return true;
  }
}
