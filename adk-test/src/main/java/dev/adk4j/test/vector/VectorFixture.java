package dev.adk4j.test.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.test.AdkAssertions;
import dev.adk4j.vector.VectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorErrorCode;
import dev.adk4j.vector.VectorFeature;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorQuery;
import dev.adk4j.vector.VectorRecord;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Store under test and helpers. */
interface VectorFixture {

  String COLLECTION = "docs";

  /**
   * Returns the store under test, with an empty collection {@code docs} that compares by cosine.
   */
  VectorDb db();

  int dimensions();

  /** Returns the backend of {@link #db()}. */
  VectorBackend backend();

  default VectorQuery docs() {
    return db().collection(COLLECTION);
  }

  default boolean has(VectorFeature feature) {
    return db().capabilities().has(feature);
  }

  /** Skips the test if the store lacks one of these features. */
  default void requires(VectorFeature... features) {
    for (VectorFeature feature : features) {
      assumeTrue(has(feature), () -> "the store lacks " + feature);
    }
  }

  default void store(VectorRecord.Builder... records) {
    docs().upsert(Arrays.stream(records).map(VectorRecord.Builder::build).toList());
  }

  /** Returns a vector padded with zeros to the store's length. */
  default float[] vector(float... numbers) {
    return Arrays.copyOf(numbers, dimensions());
  }

  /** Returns a record with a vector, or with a text if the store creates all vectors. */
  default VectorRecord.Builder record(String id, float... numbers) {
    VectorRecord.Builder record = VectorRecord.builder(id).document("text of " + id);
    return has(VectorFeature.VECTORS) ? record.vector(vector(numbers)) : record;
  }

  /**
   * Returns the ids of the matching records, by a scan or by a similarity search with a large
   * limit.
   */
  default List<String> matching(VectorQuery query) {
    VectorQuery wide = query.limit(500).select("id");
    if (!has(VectorFeature.SCAN)) {
      wide.nearText("text");
    }
    return wide.fetch().stream().map(m -> m.id().orElseThrow()).sorted().toList();
  }

  default List<String> everything() {
    return matching(docs());
  }

  /** Returns the ids that the query finds, in their order. */
  default List<String> ids(VectorQuery query) {
    return ids(query.select("id").fetch());
  }

  /** Returns the first match of the query. */
  default VectorMatch first(VectorQuery query) {
    return query.fetch().getFirst();
  }

  default List<String> ids(List<VectorMatch> matches) {
    return matches.stream().map(m -> m.id().orElseThrow()).toList();
  }

  /**
   * Runs the body if the store has the feature; otherwise requires a rejection with the code that
   * {@link VectorFeature} documents for it.
   */
  default void supportedOrRefused(VectorFeature feature, ThrowingCallable body) throws Throwable {
    if (has(feature)) {
      body.call();
    } else {
      refused(codeWithout(feature), body);
    }
  }

  private static ErrorCode codeWithout(VectorFeature feature) {
    return switch (feature) {
      case TRANSACTIONS -> VectorErrorCode.E_VECTOR_STORE_TRANSACTIONS_UNSUPPORTED;
      case VECTORLESS_RECORDS -> VectorErrorCode.E_VECTOR_STORE_UPSERT_FAILED;
      default ->
          feature.name().startsWith("FILTER_")
              ? VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR
              : VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_OPERATION;
    };
  }

  default void refused(ErrorCode code, ThrowingCallable call) {
    AdkAssertions.assertThrown(call).hasCode(code);
  }

  default void conflicts(ThrowingCallable call) {
    refused(VectorErrorCode.E_VECTOR_STORE_QUERY_CONFLICT, call);
  }

  default void refusedWithOneOf(ThrowingCallable call, ErrorCode... codes) {
    Throwable thrown = catchThrowable(call);
    assertThat(thrown).isInstanceOf(AdkException.class);
    assertThat(((AdkException) thrown).errorCode()).isIn((Object[]) codes);
  }
}
