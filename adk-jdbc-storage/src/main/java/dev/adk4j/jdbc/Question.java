package dev.adk4j.jdbc;

import dev.adk4j.value.Scope;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Query of a fetch for the newest rows of an owner in a table.
 *
 * @param limit largest number of rows
 * @param ofTenantToo true to return the rows of the whole tenant first, then all rows of the owner,
 *     without a limit
 */
record Question(RecordTable table, Owner owner, long limit, boolean ofTenantToo) {

  static Question newest(RecordTable table, Owner owner, long limit) {
    return new Question(table, owner, limit, false);
  }

  /** Returns the query for the tenant's instructions, then the subject's if the scope has one. */
  static Question standingInstructions(Scope scope) {
    Owner owner = scope.subject() == null ? Owner.ofTenant(scope.tenant()) : Owner.ofSubject(scope);
    return new Question(RecordTable.STANDING_INSTRUCTION, owner, Long.MAX_VALUE, true);
  }

  /** Binds the parameters and returns the index after the last one. */
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
