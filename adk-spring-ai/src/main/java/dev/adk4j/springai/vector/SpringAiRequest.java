package dev.adk4j.springai.vector;

import dev.adk4j.error.AdkException;
import dev.adk4j.vector.FilterEvaluator;
import dev.adk4j.vector.SearchPlan;
import dev.adk4j.vector.VectorErrorCode;
import dev.adk4j.vector.VectorFilter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.filter.Filter;

/**
 * Builds the requests to a store. Always sets size and threshold, because their defaults hide rows.
 *
 * @param overFetch number of rows to request if a part of the filter is evaluated here; 0 rejects
 *     such filters
 */
record SpringAiRequest(boolean nullChecks, int overFetch) {

  /** Returns a request without query text; null if nothing can match. */
  SearchRequest.@Nullable Builder of(SearchPlan plan) {
    SearchRequest.Builder request =
        SearchRequest.builder().similarityThresholdAll().topK(plan.reach());
    VectorFilter filter = plan.filter();
    if (filter == null) {
      return request;
    }
    Filter.Expression expression;
    try {
      expression = translate(filter);
    } catch (AdkException e) {
      if (overFetch == 0 || !isUnsupported(e) || SpringAiFilter.hasRaw(filter)) {
        throw e;
      }
      request.topK(Math.max(overFetch, plan.reach()));
      expression = translate(expressible(filter));
    }
    if (expression != null) {
      return request.filterExpression(expression);
    }
    // Of a filter that is not constant, no part could be translated: the results are checked.
    return FilterEvaluator.constant(filter).orElse(true) ? request : null;
  }

  private Filter.@Nullable Expression translate(VectorFilter filter) {
    return new SpringAiFilter(nullChecks, false).translate(filter);
  }

  /** Returns the members of an AND that can be translated; true if there are none. */
  private VectorFilter expressible(VectorFilter filter) {
    List<VectorFilter> kept = new ArrayList<>();
    if (filter instanceof VectorFilter.And(List<VectorFilter> members)) {
      for (VectorFilter member : members) {
        try {
          translate(member);
          kept.add(member);
        } catch (AdkException e) {
          if (!isUnsupported(e)) {
            throw e;
          }
        }
      }
    }
    return new VectorFilter.And(kept);
  }

  private static boolean isUnsupported(AdkException e) {
    return e.errorCode() == VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR;
  }
}
