package dev.adk4j.jdbc.vector;

import dev.adk4j.vector.DistanceMetric;
import dev.adk4j.vector.SearchPlan;

/**
 * Builds the SQL of reads. Each row has six columns: id, document, metadata, vector, distance, and
 * a {@link Page} as a number.
 */
final class PgSearch {

  /** Ways to execute a similarity search. */
  enum Way {
    /**
     * Queries the index for one row more than requested, with a statement that is fast to plan.
     * Serves only first pages, does not order ties, and can omit rows.
     */
    QUICK,
    /** Queries the index, with ties, and adds the vectors of unusual length. */
    INDEX,
    /** Compares with every record that passes the filter. */
    EXACT
  }

  /** States of a returned page. */
  enum Page {
    COMPLETE,
    /** The page is complete, and a quick search would have found all its rows. */
    ORDINARY,
    /** Rows that pass the filter are missing. */
    INCOMPLETE
  }

  /** Name with a blank, which is invalid for a collection. */
  private static final String WANTED = "\"wanted vector\"";

  private static final String VECTOR = "(select v from " + WANTED + ")";

  private static final String HAS_UNUSUAL = "(select has_unusual from " + WANTED + ")";

  /** Condition for a vector of usual length; computes no length if all vectors have a usual one. */
  private static final String USUAL =
      "embedding is not null and (not " + HAS_UNUSUAL + " or " + PgCollection.USUAL_NORM + ")";

  private static final String NO_TEXT = "cast(null as text)";

  private final PgCollection collection;
  private final SearchPlan plan;
  private final Sql condition;
  private final boolean filtered;
  private final boolean cosine;

  PgSearch(PgCollection collection, SearchPlan plan) {
    this.collection = collection;
    this.plan = plan;
    this.filtered = plan.filter() != null;
    this.cosine = collection.metric() == DistanceMetric.COSINE;
    this.condition = plan.filter() == null ? Sql.of("true") : PgFilter.translate(plan.filter());
  }

  boolean canBeQuick() {
    return plan.offset() == 0 && plan.topK() > 0 && !collection.half();
  }

  /** Returns true if the vector has no direction: all records are equally far from it. */
  boolean isOrthogonalToAll(float[] vector) {
    return cosine && PgVectors.isZero(vector);
  }

  /** Returns the SQL of a scan, ordered by id so that pages do not overlap. */
  Sql scan() {
    return rows("null", "true", number(Page.COMPLETE))
        .add(" order by id collate \"C\"")
        .add(page());
  }

  /** Returns the SQL of a similarity search. */
  Sql near(float[] vector, Way way) {
    if (isOrthogonalToAll(vector)) {
      return rows("cast(1 as double precision)", "embedding is not null", number(Page.COMPLETE))
          .add(" order by id collate \"C\"")
          .add(page());
    }
    String text = PgVectors.text(cosine ? PgVectors.ofUsualLength(vector) : vector);
    return way == Way.QUICK ? quick(text) : thorough(text, way);
  }

  private Sql quick(String vector) {
    return Sql.of("select " + columns())
        .add(", embedding" + operator() + "(select cast(? as vector)) as distance, ", vector)
        .add("case when " + hasUnusual() + " then " + number(Page.INCOMPLETE))
        .add(" else " + number(Page.COMPLETE) + " end from " + collection.table())
        .add(" where embedding is not null and ")
        .add(condition)
        .add(" order by distance limit " + (plan.topK() + 1));
  }

  /**
   * Returns the SQL of a search with ties ordered by id. The inner query orders by distance only,
   * so the planner uses the index. It reads all rows up to the end of the page, with ties of the
   * last. The outer query also orders by id.
   */
  private Sql thorough(String vector, Way way) {
    // The text of a vector is long, so it is sent and parsed once.
    Sql query =
        Sql.of("with " + WANTED + " as (select cast(? as vector) as v, ", vector)
            .add(hasUnusual() + " as has_unusual) select id, document, metadata, embedding_text, ")
            .add("distance, ")
            .add(way == Way.EXACT ? Sql.of(number(Page.COMPLETE)) : state())
            .add(" from ((")
            .add(way == Way.EXACT ? compared() : indexed());
    if (cosine) {
      query.add(") union all (").add(unusual());
    }
    return query.add(")) as found order by distance, id collate \"C\"").add(page());
  }

  /** Returns the condition that the collection has vectors of unusual length. */
  private String hasUnusual() {
    return cosine
        ? "exists (select 1 from "
            + collection.table()
            + " where "
            + PgCollection.UNUSUAL_NORM
            + ")"
        : "false";
  }

  /** Returns the last column. Counts the rows that pass the filter only if few were found. */
  private Sql state() {
    String found = "sum(usual) over ()";
    Sql column = Sql.of("case");
    if (filtered) {
      column
          .add(" when " + found + " < " + plan.reach() + " and " + found)
          .add(" < (select count(*) from (select 1 from " + collection.table() + " where " + USUAL)
          .add(" and ")
          .add(condition)
          .add(" limit " + plan.reach() + ") as passing) then " + number(Page.INCOMPLETE));
    }
    return column
        .add(" when " + found + " = " + plan.reach() + " and not " + HAS_UNUSUAL)
        .add(" then " + number(Page.ORDINARY) + " else " + number(Page.COMPLETE) + " end");
  }

  private Sql indexed() {
    String half = collection.half() ? "::halfvec(" + collection.dimensions() + ")" : "";
    String order = "embedding" + half + operator() + "(select v" + half + " from " + WANTED + ")";
    return rows(distance(), USUAL, "1 as usual")
        .add(" order by " + order + " fetch first " + plan.reach() + " rows with ties");
  }

  /** Returns a query that the planner cannot execute with an index, because it adds 0. */
  private Sql compared() {
    return rows("(" + distance() + ") + 0", USUAL, "1 as usual");
  }

  /**
   * Returns the query for vectors without a cosine in the extension's single precision: a zero
   * vector, which counts as orthogonal, and vectors whose squares overflow or underflow. They have
   * a separate small index.
   */
  private Sql unusual() {
    return rows(
            "case when "
                + PgCollection.NORM
                + " = 0 then 1 else l2_normalize(embedding)"
                + operator()
                + VECTOR
                + " end",
            PgCollection.UNUSUAL_NORM,
            "0 as usual")
        .add(" order by distance, id collate \"C\" limit " + plan.reach());
  }

  private String distance() {
    return "embedding" + operator() + VECTOR;
  }

  private String operator() {
    return " " + collection.distanceOperator() + " ";
  }

  private Sql rows(String distance, String candidates, String last) {
    return Sql.of("select " + columns() + ", " + distance + " as distance, " + last)
        .add(" from " + collection.table() + " where " + candidates + " and ")
        .add(condition);
  }

  /** Numbers of rows are part of the text: the planner then knows them, even in a generic plan. */
  private Sql page() {
    return Sql.of(" limit " + plan.topK() + " offset " + plan.offset());
  }

  private String columns() {
    return columns(plan.projection(), "");
  }

  /**
   * Returns four columns, with null for unselected ones. The order always needs the id.
   *
   * @param from alias of the table with a dot; empty for none
   */
  static String columns(SearchPlan.Projection wanted, String from) {
    return "%sid, %s as document, %s as metadata, %s as embedding_text"
        .formatted(
            from,
            wanted.document() ? from + "document" : NO_TEXT,
            wanted.metadata() ? "cast(" + from + "metadata as text)" : NO_TEXT,
            wanted.vector() ? "cast(" + from + "embedding as text)" : NO_TEXT);
  }

  private static String number(Page state) {
    return String.valueOf(state.ordinal());
  }
}
