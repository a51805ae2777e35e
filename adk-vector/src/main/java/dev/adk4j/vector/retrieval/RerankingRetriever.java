package dev.adk4j.vector.retrieval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Requests more passages than needed, and their order from a reranker. */
record RerankingRetriever(
    Retriever retriever, Reranker reranker, RerankBudget budget, RetrievalListener listener)
    implements Retriever {

  RerankingRetriever {
    Objects.requireNonNull(retriever, "retriever");
    Objects.requireNonNull(reranker, "reranker");
    Objects.requireNonNull(budget, "budget");
    Objects.requireNonNull(listener, "listener");
  }

  @Override
  public List<Passage> retrieve(RetrievalQuery query) throws Exception {
    int wanted = Math.max(query.limit(), budget.candidates());
    List<Passage> first =
        retriever.retrieve(new RetrievalQuery(query.text(), wanted, query.scope()));
    int affordable = affordable(query, first);
    List<Passage> order =
        affordable < 2
            ? first
            : order(first, ask(query, List.copyOf(first.subList(0, affordable))));
    return List.copyOf(order.subList(0, Math.min(query.limit(), order.size())));
  }

  private int affordable(RetrievalQuery query, List<Passage> first) {
    int left = budget.tokens() - RerankBudget.tokens(query.text());
    int most = Math.min(first.size(), budget.candidates());
    int count = 0;
    while (count < most) {
      left -= RerankBudget.tokens(first.get(count).document());
      if (left < 0) {
        return count;
      }
      count++;
    }
    return count;
  }

  /** Returns the first order if the reranker fails or is late. */
  private List<Passage> ask(RetrievalQuery query, List<Passage> candidates) throws Exception {
    Bounded.Result<List<Passage>> better =
        Bounded.call("reranker", budget.time(), () -> reranker.rerank(query, candidates));
    better.tell(listener, RetrievalListener.Stage.RERANK, candidates.size());
    return better.orElse(candidates);
  }

  /** Uses only the reranker's order; the passages are the original ones. */
  private static List<Passage> order(List<Passage> first, List<Passage> better) {
    Map<String, Passage> left = new LinkedHashMap<>();
    first.forEach(passage -> left.putIfAbsent(passage.id(), passage));
    List<Passage> order = new ArrayList<>(first.size());
    for (Passage named : better) {
      Passage passage = named == null ? null : left.remove(named.id());
      if (passage != null) {
        order.add(passage);
      }
    }
    order.addAll(left.values());
    return order;
  }
}
