package dev.adk4j.vector.retrieval;

import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.FieldPath;
import dev.adk4j.vector.FilterOperator;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorFilter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Owner of passages: all users, a tenant, or a subject of a tenant.
 *
 * @param tenant empty for all users
 * @param key empty for all users, otherwise the names as a JSON list, so that no two owners have
 *     one key
 */
record Owner(String tenant, String key) {

  static final Owner EVERYBODY = new Owner("", "");

  private static final String COMPLETE = "adk-complete:";

  static Owner of(Scope scope) {
    return of(scope.tenant(), scope.subject());
  }

  private static Owner of(String tenant, @Nullable String subject) {
    List<Object> names = new ArrayList<>(List.of(tenant));
    if (subject != null) {
      names.add(subject);
    }
    return new Owner(tenant, JsonValue.of((Object) names).text());
  }

  /** Returns the value of the field that all of its passages have. */
  String stamp() {
    return key.isEmpty() ? PassageCollection.VALUE : PassageCollection.VALUE + ":" + key;
  }

  /** Returns the id of the record that marks the first complete run. */
  String completeId() {
    return COMPLETE + key;
  }

  /** Returns the client for the owner's records. */
  VectorDb in(VectorDb db) {
    return key.isEmpty() ? db : db.forTenant(tenant);
  }

  /**
   * Returns the records of the tenant and of all its subjects, selected by the prefix of the key.
   */
  static VectorFilter ofTenant(String tenant) {
    return VectorFilter.condition(
        PassageCollection.FIELD,
        FilterOperator.CONTAINS,
        PassageCollection.VALUE + ":" + opening(tenant));
  }

  /** Returns the records that mark a complete run of the tenant or of its subjects. */
  static VectorFilter completeOfTenant(String tenant) {
    return VectorFilter.condition(
        FieldPath.ID, FilterOperator.CONTAINS, COMPLETE + opening(tenant));
  }

  /** A name in JSON ends at its closing quote, so no other tenant's key has this text. */
  private static String opening(String tenant) {
    String key = of(tenant, null).key();
    return key.substring(0, key.length() - 1);
  }

  VectorFilter filter() {
    return VectorFilter.eq(PassageCollection.FIELD, stamp());
  }

  /** Returns the shared records, those of the tenant, and those of the subject if there is one. */
  static VectorFilter visibleTo(Scope scope) {
    List<String> stamps = new ArrayList<>();
    stamps.add(EVERYBODY.stamp());
    stamps.add(of(scope.tenant(), null).stamp());
    if (scope.subject() != null) {
      stamps.add(of(scope).stamp());
    }
    return VectorFilter.in(PassageCollection.FIELD, stamps);
  }
}
