package dev.adk4j.boot.retrieval;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.OnPropertyListCondition;

/** Matches if {@code adk.retrieval.documents} is set. */
final class OnDocuments extends OnPropertyListCondition {

  OnDocuments() {
    super(DocumentFiles.PROPERTY, () -> ConditionMessage.forCondition(DocumentFiles.PROPERTY));
  }
}
