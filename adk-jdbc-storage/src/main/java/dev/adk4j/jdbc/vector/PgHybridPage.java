package dev.adk4j.jdbc.vector;

import dev.adk4j.vector.Explanation;
import dev.adk4j.vector.HybridPlan;
import dev.adk4j.vector.VectorMatch;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a {@link PgHybrid}.
 *
 * @param complete false if the index omitted rows of the search by vector
 */
record PgHybridPage(List<VectorMatch> matches, boolean complete) {

  private static final int BY_VECTOR = 7;
  private static final int BY_WORDS = 8;
  private static final int SCORE = 9;

  static PgHybridPage read(Connection connection, PgCollection collection, HybridPlan plan, Sql sql)
      throws SQLException {
    PgPage page = new PgPage(collection, plan.search());
    List<Explanation> explanations = new ArrayList<>();
    PgJdbc.query(
        connection,
        sql,
        row -> {
          explanations.add(explanation(collection, row));
          return page.add(row);
        });
    List<VectorMatch> matches = new ArrayList<>();
    List<VectorMatch> found = page.matches();
    for (int i = 0; i < found.size(); i++) {
      Explanation explanation = explanations.get(i);
      matches.add(found.get(i).explained(plan.score(explanation), explanation));
    }
    return new PgHybridPage(matches, page.state() != PgSearch.Page.INCOMPLETE);
  }

  private static Explanation explanation(PgCollection collection, ResultSet row)
      throws SQLException {
    double similarity = collection.metric().scoreOfDistance(row.getDouble(5));
    return new Explanation(
        rank(row, BY_VECTOR, similarity), rank(row, BY_WORDS, row.getDouble(SCORE)));
  }

  private static Explanation.@Nullable Rank rank(ResultSet row, int column, double score)
      throws SQLException {
    int rank = row.getInt(column);
    return row.wasNull() ? null : new Explanation.Rank(rank, score);
  }
}
