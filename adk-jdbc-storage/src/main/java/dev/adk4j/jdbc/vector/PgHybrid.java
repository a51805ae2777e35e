package dev.adk4j.jdbc.vector;

import dev.adk4j.vector.Explanation;
import dev.adk4j.vector.HybridPlan;
import dev.adk4j.vector.SearchPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds the SQL of a search by words, or by vector and words, as a single statement. Each row has
 * the columns of a {@link PgSearch}, then the rank by vector, the rank by words, and the score by
 * words.
 *
 * <p>A record matches if it contains any word of the text. Rare words weigh more, as in BM25: the
 * number of records that contain a word is read from PostgreSQL's statistics for common words and
 * counted for others. Words close to each other raise the score. A word that looks like a code or a
 * program's name also matches by its trigrams.
 */
final class PgHybrid {

  /** Largest number of words used from a text: the longest ones. */
  private static final int MOST_WORDS = 48;

  /** Largest number of records counted for one word. */
  private static final int COUNTED = 1_000;

  /** A word in more than this share of many records selects none if there is a rarer one. */
  private static final double COMMON = 0.3;

  private final PgCollection collection;
  private final HybridPlan plan;
  private final Sql condition;

  /** Quoted schema of the extension; empty if it is not used. */
  private final String trigrams;

  private final List<String> codes;

  /**
   * @param trigrams schema of the extension; null if it is not used
   */
  PgHybrid(PgCollection collection, HybridPlan plan, @Nullable String trigrams) {
    this.collection = collection;
    this.plan = plan;
    this.trigrams = trigrams == null ? "" : PgNames.quote(trigrams);
    this.codes = trigrams == null ? List.of() : PgCodes.in(plan.words());
    SearchPlan search = plan.search();
    this.condition = search.filter() == null ? Sql.of("true") : PgFilter.translate(search.filter());
  }

  /** Returns the plan of the search by vector: its candidates, without their content. */
  static SearchPlan candidates(HybridPlan plan) {
    SearchPlan search = plan.search();
    return new SearchPlan(
        search.collection(),
        search.near(),
        search.filter(),
        plan.candidates(),
        0,
        SearchPlan.Projection.NONE,
        0);
  }

  /**
   * Returns the statement.
   *
   * @param near SQL of {@link PgSearch} for {@link #candidates}; null for a search by words only
   */
  Sql statement(@Nullable Sql near) {
    Sql sql = Sql.of("with ").add(lexemes()).add(terms()).add(byWords());
    if (near != null) {
      sql.add(", by_vector as (select id, distance, state, row_number()")
          .add(" over (order by distance, id collate \"C\") as place from (")
          .add(near)
          .add(") as near (id, d, m, e, distance, state))");
    }
    String both =
        near == null ? "by_words as w" : "by_vector as v full join by_words as w using (id)";
    String place = near == null ? "cast(null as bigint)" : "v.place";
    return sql.add(", fused as (select id, ")
        .add(near == null ? "cast(null as double precision)" : "v.distance")
        .add(" as distance, " + place + " as by_vector, w.place as by_words, w.score, ")
        .add(near == null ? "0" : "coalesce((select max(state) from by_vector), 2)")
        .add(" as state, " + share(place) + " + " + share("w.place") + " as fused from ")
        .add(both + order("") + " limit " + plan.search().topK())
        .add(
            " offset "
                + plan.search().offset()
                + ") select "
                + PgSearch.columns(plan.search().projection(), "t."))
        .add(", f.distance, f.state, f.by_vector, f.by_words, f.score from fused as f join ")
        .add(collection.table() + " as t on t.id = f.id" + order("f."));
  }

  private static String share(String place) {
    return "coalesce(cast(1 as float8) / (" + Explanation.K + " + " + place + "), 0)";
  }

  private static String order(String from) {
    return " order by " + from + "fused desc, " + from + "by_vector, " + from + "id";
  }

  private Sql lexemes() {
    String asked = PgCodes.storable(plan.words());
    String language = collection.language();
    return Sql.of(
            "asked as materialized (select websearch_to_tsquery(cast(? as regconfig), ?)",
            language,
            asked)
        .add(" as whole), lexemes as materialized (select l, cast('''' ||")
        .add(" replace(replace(l, '\\', '\\\\'), '''', '''''') || '''' as tsquery) as one")
        .add(" from unnest(tsvector_to_array(to_tsvector(cast(? as regconfig), ?))) as l")
        .add(" order by length(l) desc, l limit " + MOST_WORDS + "), ", language, asked);
  }

  private Sql terms() {
    String known =
        "known as materialized (select e.l, e.f from pg_catalog.pg_class c"
            + " join pg_catalog.pg_namespace n on n.oid = c.relnamespace"
            + " join pg_catalog.pg_stats s on s.schemaname = n.nspname and s.tablename = c.relname"
            + " and s.attname = 'words', unnest(cast(cast(s.most_common_elems as text) as text[]),"
            + " s.most_common_elem_freqs) as e (l, f) where c.oid = to_regclass(?)), ";
    String size =
        """
        size as materialized (select case when c.reltuples > 0 then cast(c.reltuples as float8)
          else (select cast(count(*) as float8) from (select 1 from %s limit %s) as sample) end as n
          from pg_catalog.pg_class c where c.oid = to_regclass(?)),
        """
            .formatted(collection.table(), 10 * COUNTED);
    String counted =
        """
        counted as materialized (select x.one, coalesce(k.f * s.n, (select cast(count(*) as float8)
          from (select 1 from %1$s where words @@ x.one limit %2$s) as found)) as df, s.n
          from size as s, lexemes as x left join known as k on k.l = x.l),
        terms as materialized (select one,
          case when n < %2$s then 0 else df / greatest(n, df) end as share,
          ln(1 + (greatest(n, df) - df + 0.5) / (df + 0.5)) as weight from counted),
        """
            .formatted(collection.table(), COUNTED);
    return Sql.of(known, collection.table()).add(size, collection.table()).add(counted);
  }

  private Sql byWords() {
    Sql score =
        Sql.of("(select sum(weight * ts_rank('{1,1,1,1}', words, one, 1)) from terms)")
            .add(" + coalesce((select max(weight) from terms), 1)")
            .add(" * (ts_rank_cd('{1,1,1,1}', words, (select whole from asked), 1)");
    for (String code : codes) {
      score
          .add(" + 0.6 * floor(0.4 + " + trigrams + ".word_similarity")
          .add("(?, document)) / (1 + ln(1 + length(words)))", code);
    }
    Sql matches =
        Sql.of("words @@ (select cast(string_agg(cast(one as text), ' | ') as tsquery) from terms")
            .add(" where share <= " + COMMON)
            .add(" or not exists (select 1 from terms where share <= " + COMMON + "))");
    for (String code : codes) {
      matches.add(" or document operator(" + trigrams + ".%>) ?", code);
    }
    return Sql.of("by_words as (select id, score, row_number() over (order by score desc,")
        .add(" id collate \"C\") as place from (select id, coalesce(")
        .add(score)
        .add("), 0) as score from " + collection.table() + " where (")
        .add(matches)
        .add(") and ")
        .add(condition)
        .add(" order by score desc, id collate \"C\" limit " + plan.candidates() + ") as ranked)");
  }
}
