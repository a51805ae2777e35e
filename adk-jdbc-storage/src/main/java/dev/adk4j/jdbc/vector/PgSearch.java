package dev.adk4j.jdbc.vector;

import dev.adk4j.vector.DistanceMetric;
import dev.adk4j.vector.SearchPlan;

/** Builds the SQL of reads. */
final class PgSearch {

  /** Name with a blank, which no collection can have. */
  private static final String WANTED = "\"wanted vector\"";

  private static final String INDEXED = "\"found by index\"";

  private final PgCollection collection;
  private final SearchPlan plan;
  private final Sql condition;
  private final boolean filtered;

  PgSearch(PgCollection collection, SearchPlan plan) {
    this.collection = collection;
    this.plan = plan;
    this.filtered = plan.filter() != null;
    this.condition = plan.filter() == null ? Sql.of("true") : PgFilter.translate(plan.filter());
  }

  /** Returns the SQL of a scan, ordered by id so that pages do not overlap. */
  Sql scan() {
    return Sql.of(
            "select "
                + columns(plan.projection())
                + ", null from "
                + collection.table()
                + " where ")
        .add(condition)
        .add(" order by id collate \"C\"")
        .add(page());
  }

  /**
   * Returns the SQL of a similarity search, ties by id.
   *
   * <p>The inner query orders by distance alone, so that the planner uses the index. It reads as
   * many rows as the page reaches to, with ties of the last. The outer query orders by id, too.
   * With a filter, an approximate index may find fewer rows than there are; then the same statement
   * compares with every row that passes.
   *
   * @param exact compares with every record that passes the filter
   */
  Sql near(float[] vector, boolean exact) {
    boolean cosine = collection.metric() == DistanceMetric.COSINE;
    if (cosine && PgVectors.isZero(vector)) {
      return rows("cast(1 as double precision)", "embedding is not null")
          .add(" order by id collate \"C\"")
          .add(page());
    }
    // The text of a vector is long, so it is sent and parsed once.
    Sql query =
        Sql.of(
            "with " + WANTED + " as (select cast(? as vector) as v)",
            PgVectors.text(cosine ? PgVectors.ofUsualLength(vector) : vector));
    if (exact) {
      query.add(" select * from ((").add(compared()).add(")");
    } else if (filtered) {
      String count = "(select count(*) from " + INDEXED + ")";
      query
          .add(", " + INDEXED + " as materialized (")
          .add(indexed())
          .add(") select * from ((select * from " + INDEXED)
          .add(" where " + count + " >= " + plan.reach() + ") union all (")
          .add(compared())
          .add(" and " + count + " < " + plan.reach() + ")");
    } else {
      query.add(" select * from ((").add(indexed()).add(")");
    }
    if (cosine) {
      query.add(" union all (").add(unusual()).add(")");
    }
    return query.add(") as found order by distance, id collate \"C\"").add(page());
  }

  boolean isFiltered() {
    return filtered;
  }

  private Sql indexed() {
    String half = collection.half() ? "::halfvec(" + collection.dimensions() + ")" : "";
    String order = "embedding" + half + operator() + "(select v" + half + " from " + WANTED + ")";
    return rows(distance(), usual())
        .add(" order by " + order + " fetch first " + plan.reach() + " rows with ties");
  }

  /** Returns a query that the planner cannot answer with an index, because it adds 0. */
  private Sql compared() {
    return rows("(" + distance() + ") + 0", usual());
  }

  /**
   * Returns the query for vectors without a cosine in the extension's single precision: a zero
   * vector, which counts as orthogonal, and vectors whose squares overflow or underflow. They have
   * a small index of their own.
   */
  private Sql unusual() {
    return rows(
            "case when "
                + PgCollection.NORM
                + " = 0 then 1 else l2_normalize(embedding)"
                + operator()
                + "(select v from "
                + WANTED
                + ") end",
            PgCollection.UNUSUAL_NORM)
        .add(" order by distance, id collate \"C\" limit " + plan.reach());
  }

  private String usual() {
    return collection.metric() == DistanceMetric.COSINE
        ? PgCollection.USUAL_NORM
        : "embedding is not null";
  }

  private String distance() {
    return "embedding" + operator() + "(select v from " + WANTED + ")";
  }

  private String operator() {
    return " " + collection.distanceOperator() + " ";
  }

  private Sql rows(String distance, String candidates) {
    return Sql.of("select " + columns(plan.projection()) + ", " + distance + " as distance")
        .add(" from " + collection.table() + " where " + candidates + " and ")
        .add(condition);
  }

  /**
   * Numbers of rows are part of the text: the planner knows them, also in a plan that is kept for
   * all vectors.
   */
  private Sql page() {
    return Sql.of(" limit " + plan.topK() + " offset " + plan.offset());
  }

  /** Returns four columns, with null for unselected ones. The order always needs the id. */
  private static String columns(SearchPlan.Projection wanted) {
    return "id, "
        + (wanted.document() ? "document" : "cast(null as text)")
        + " as document, "
        + (wanted.metadata() ? "cast(metadata as text)" : "cast(null as text)")
        + " as metadata, "
        + (wanted.vector() ? "cast(embedding as text)" : "cast(null as text)")
        + " as embedding_text";
  }
}
