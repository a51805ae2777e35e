package dev.adk4j.jdbc;

import dev.adk4j.value.Scope;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * What one fetch asks for: the newest rows of one owner in one table. Two fetches that differ in
 * anything ask different questions.
 *
 * @param limit how many rows at most
 * @param ofTenantToo the rows of the whole tenant first, then all of the owner's, without a limit
 */
record Question(RecordTable table, Owner owner, long limit, boolean ofTenantToo) {

  static Question newest(RecordTable table, Owner owner, long limit) {
    return new Question(table, owner, limit, false);
  }

  /** The tenant's instructions, then the subject's where the scope has one. */
  static Question standingInstructions(Scope scope) {
    Owner owner = scope.subject() == null ? Owner.ofTenant(scope.tenant()) : Owner.ofSubject(scope);
    return new Question(RecordTable.STANDING_INSTRUCTION, owner, Long.MAX_VALUE, true);
  }

  /** Returns the place behind its last parameter. */
  int bind(PreparedStatement statement, int first) throws SQLException {
    statement.setString(first, owner.tenant());
    statement.setString(first + 1, owner.part());
    if (ofTenantToo) {
      return first + 2;
    }
    statement.setLong(first + 2, limit);
    return first + 3;
  }
}
