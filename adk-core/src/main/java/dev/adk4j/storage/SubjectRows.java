package dev.adk4j.storage;

import dev.adk4j.primitive.Memory;
import dev.adk4j.token.Tokenizable;

/** What belongs to one subject, whatever the conversation. */
final class SubjectRows {

  final Table<Memory> memories =
      new Table<>("memory", Memory::id, Memory::sameContentAs, Copies::of, new Counter());

  /** An instruction's text is its id, so two with the same id are always the same. */
  final Table<Tokenizable> standingInstructions =
      new Table<>(
          "standing instruction", Tokenizable::value, (a, b) -> true, Copies::of, new Counter());
}
