package dev.adk4j.vector;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.vector.VectorEncoder.EncodeKind;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts the texts of queries and records to vectors and validates the encoder's result. */
record Encoding(@Nullable VectorEncoder encoder, int chunk) {

  /** Returns the clause with its text as a vector, unless the backend encodes text. */
  @Nullable Near resolve(@Nullable Near near, VectorBackend backend) {
    if (!(near instanceof Near.Text(String text))
        || backend.capabilities().has(VectorFeature.BUILT_IN_ENCODING)) {
      return near;
    }
    return new Near.Vector(encode(List.of(text), EncodeKind.QUERY, backend).getFirst());
  }

  /** Returns the plan with vectors for records that have only text, unless the backend encodes. */
  UpsertPlan resolve(UpsertPlan plan, VectorBackend backend) {
    if (backend.capabilities().has(VectorFeature.BUILT_IN_ENCODING)) {
      return plan;
    }
    List<String> texts =
        plan.records().stream().filter(Encoding::needsVector).map(Encoding::text).toList();
    if (texts.isEmpty()) {
      return plan;
    }
    Iterator<float[]> vectors = encode(texts, EncodeKind.DOCUMENT, backend).iterator();
    List<VectorRecord> records =
        plan.records().stream()
            .map(r -> needsVector(r) ? r.withVector(vectors.next()) : r)
            .toList();
    return new UpsertPlan(plan.collection(), records, plan.consistency());
  }

  /** Returns false for a blank document: models reject it. */
  private static boolean needsVector(VectorRecord record) {
    return record.rawVector() == null && !text(record).isBlank();
  }

  private static String text(VectorRecord record) {
    return record.document().orElse("");
  }

  private List<float[]> encode(List<String> texts, EncodeKind kind, VectorBackend backend) {
    if (encoder == null) {
      throw VectorErrors.encoderRequired(backend.name());
    }
    ErrorCode code =
        kind == EncodeKind.QUERY
            ? VectorErrorCode.E_VECTOR_STORE_SEARCH_FAILED
            : VectorErrorCode.E_VECTOR_STORE_UPSERT_FAILED;
    List<float[]> vectors = new ArrayList<>(texts.size());
    for (int from = 0; from < texts.size(); from += chunk) {
      vectors.addAll(
          ask(encoder, texts.subList(from, Math.min(texts.size(), from + chunk)), kind, code));
    }
    int length = vectors.getFirst().length;
    for (float[] vector : vectors) {
      Vectors.require(
          vector,
          detail ->
              VectorErrors.detailed(code, "The encoder's result is not valid: " + detail, null));
      if (vector.length != length) {
        throw VectorErrors.dimensionMismatch(length, vector.length);
      }
    }
    return vectors;
  }

  private static List<float[]> ask(
      VectorEncoder encoder, List<String> texts, EncodeKind kind, ErrorCode code) {
    List<float[]> answer;
    try {
      answer = encoder.encode(texts, kind);
    } catch (AdkException e) {
      throw e;
    } catch (RuntimeException e) {
      throw VectorErrors.detailed(code, "The encoder failed: " + e.getMessage(), e);
    }
    if (answer == null
        || answer.size() != texts.size()
        || answer.stream().anyMatch(v -> v == null)) {
      String size = answer == null ? "nothing" : answer.size() + " vectors, or nulls";
      throw VectorErrors.detailed(
          code, "The encoder returned " + size + " for " + texts.size() + " texts.", null);
    }
    return answer;
  }
}
