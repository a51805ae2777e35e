package dev.adk4j.jdbc;

import dev.adk4j.value.Scope;
import java.util.List;

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

  List<Object> parameters() {
    return ofTenantToo
        ? List.of(owner.tenant(), owner.part())
        : List.of(owner.tenant(), owner.part(), limit);
  }
}
