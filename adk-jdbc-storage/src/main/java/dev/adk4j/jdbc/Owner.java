package dev.adk4j.jdbc;

import dev.adk4j.error.Violations;
import dev.adk4j.value.Scope;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Owner of a row: the tenant, and a conversation or a subject. All parts are escaped as in the
 * database.
 *
 * @param part conversation or subject; empty for the whole tenant
 * @param subject subject of the turn if the part is a conversation; null if unknown
 */
record Owner(String tenant, String part, @Nullable String subject) implements Comparable<Owner> {

  /**
   * Largest length of a tenant, conversation, subject or id, in bytes of UTF-8. An index entry fits
   * three of them.
   */
  static final int MAX_KEY_BYTES = 800;

  static Owner ofConversation(Scope scope) {
    String conversation = scope.requireConversation();
    String subject = scope.subject();
    return new Owner(
        key(scope.tenant(), "$.scope.tenant"),
        key(conversation, "$.scope.conversation"),
        subject == null ? null : key(subject, "$.scope.subject"));
  }

  static Owner ofSubject(Scope scope) {
    String subject = scope.requireSubject();
    return new Owner(key(scope.tenant(), "$.scope.tenant"), key(subject, "$.scope.subject"), null);
  }

  static Owner ofTenant(String tenant) {
    return new Owner(key(tenant, "$.scope.tenant"), "", null);
  }

  /** Reads an owner from the columns tenant and conversation. */
  static Owner read(ResultSet row) throws SQLException {
    return new Owner(row.getString(1), row.getString(2), null);
  }

  /** Returns the escaped text. Throws {@code VALIDATION_EXCEPTION} if it is too long for a key. */
  static String key(String text, String path) {
    String escaped = TextEscape.escape(text);
    Violations.require(
        escaped.length() <= MAX_KEY_BYTES
            && escaped.getBytes(StandardCharsets.UTF_8).length <= MAX_KEY_BYTES,
        path,
        "length",
        "must not be longer than " + MAX_KEY_BYTES + " bytes of UTF-8 to be stored");
    return escaped;
  }

  /** Returns the tenant and the part, for parameters. */
  List<String> key() {
    return List.of(tenant, part);
  }

  boolean sameKey(Owner other) {
    return tenant.equals(other.tenant) && part.equals(other.part);
  }

  @Override
  public int compareTo(Owner other) {
    int byTenant = tenant.compareTo(other.tenant);
    return byTenant != 0 ? byTenant : part.compareTo(other.part);
  }
}
