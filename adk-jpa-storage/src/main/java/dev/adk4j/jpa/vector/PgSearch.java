package dev.adk4j.jpa.vector;

import dev.adk4j.vector.DistanceMetric;
import dev.adk4j.vector.Projection;
import dev.adk4j.vector.SearchPlan;

/** The text of reads. */
final class PgSearch {

  /** No collection can have a name with a blank. */
  private static final String WANTED = "\"wanted vector\"";

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

  /** By id, so that pages do not overlap. */
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
   * @param exact compare with every record that passes the filter, whatever indexes there are
   */
  Sql near(float[] vector, boolean exact) {
    if (collection.metric() == DistanceMetric.COSINE && PgVectors.isZero(vector)) {
      return equallyFar("embedding is not null").add(page());
    }
    // Its text is long: it is sent and read once, not for each place that needs it.
    Sql wanted =
        Sql.of("with " + WANTED + " as (select cast(? as vector) as v) ", PgVectors.text(vector));
    if (collection.metric() != DistanceMetric.COSINE) {
      return wanted.add(ranked(exact, "embedding is not null")).add(page());
    }
    // A zero vector has no direction: pgvector's distance to it is not a number, here it counts as
    // orthogonal.
    return wanted
        .add("select * from ((")
        .add(ranked(exact, "vector_norm(embedding) <> 0"))
        .add(" limit ?", plan.reach())
        .add(") union all (")
        .add(equallyFar("vector_norm(embedding) = 0"))
        .add(" limit ?", plan.reach())
        .add(")) as found order by distance, id collate \"C\"")
        .add(page());
  }

  /** Whether an index could leave out rows that it should not. */
  boolean needsExact() {
    return filtered;
  }

  private Sql ranked(boolean exact, String candidates) {
    String distance =
        "embedding " + collection.distanceOperator() + " (select v from " + WANTED + ")";
    // Adding nothing keeps the planner from answering with an index.
    return Sql.of("select " + columns(plan.projection()) + ", " + distance + " as distance")
        .add(" from " + collection.table() + " where " + candidates + " and ")
        .add(condition)
        .add(" order by " + (exact ? "(" + distance + ") + 0" : distance) + ", id collate \"C\"");
  }

  private Sql equallyFar(String candidates) {
    return Sql.of(
            "select "
                + columns(plan.projection())
                + ", cast(1 as double precision) as distance from ")
        .add(collection.table() + " where " + candidates + " and ")
        .add(condition)
        .add(" order by id collate \"C\"");
  }

  private Sql page() {
    return Sql.of(" limit ? offset ?", plan.topK(), plan.offset());
  }

  /** Always four, with null for what is not wanted. The id is always needed for the order. */
  private static String columns(Projection wanted) {
    return "id, "
        + (wanted.document() ? "document" : "cast(null as text)")
        + " as document, "
        + (wanted.metadata() ? "cast(metadata as text)" : "cast(null as text)")
        + " as metadata, "
        + (wanted.vector() ? "cast(embedding as text)" : "cast(null as text)")
        + " as embedding_text";
  }
}
