package dev.adk4j.vector.retrieval;

import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.VectorFilter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Owner of passages: everybody, a tenant, or a subject of a tenant.
 *
 * @param key empty for everybody, else the names as a JSON list, so that no two owners have one key
 */
record Owner(String key) {

  static final Owner EVERYBODY = new Owner("");

  static Owner of(Scope scope) {
    return of(scope.tenant(), scope.subject());
  }

  private static Owner of(String tenant, @Nullable String subject) {
    List<Object> names = new ArrayList<>(List.of(tenant));
    if (subject != null) {
      names.add(subject);
    }
    return new Owner(JsonValue.of((Object) names).text());
  }

  /** Returns the value of the field that all of its passages have. */
  String stamp() {
    return key.isEmpty() ? PassageCollection.VALUE : PassageCollection.VALUE + ":" + key;
  }

  /** Returns the id of the record that says that all were there once. */
  String completeId() {
    return "adk-complete:" + key;
  }

  VectorFilter filter() {
    return VectorFilter.eq(PassageCollection.FIELD, stamp());
  }

  /** Returns what belongs to everybody, to the tenant, and to the subject if there is one. */
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
