package dev.adk4j.jdbc;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What is to be erased. */
public sealed interface ErasureTarget {

  /**
   * A conversation with everything in it, bytes, gates with the decisions about them, what memory
   * stores have still to save of it, its summary and the account of its budget included; facts that
   * were learned in it stay with their subject.
   */
  record Conversation(String tenant, String conversation) implements ErasureTarget {
    public Conversation {
      new Violations()
          .requiredText(tenant, "$.tenant")
          .requiredText(conversation, "$.conversation")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    }
  }

  /**
   * A subject's memories, facts in full-text memory stores and standing instructions, what memory
   * stores have still to save of it, the conversations that it was the first to store in, the gates
   * of turns that worked for it, and the accounts of its budgets, which begin anew with that. Other
   * memory stores keep their own: see the memory manager's {@code forget}.
   *
   * <p>In conversations of others, everything that its turns stored goes too: messages with the
   * answers to them, thoughts, tool calls, retrievables, bytes, and the conversation's summary,
   * which may quote them. Of its decisions about the gates of others, value and comment go; who
   * decided, when and how stays.
   *
   * @param keepContributions leaves alone what is in conversations of others
   */
  record Subject(String tenant, String subject, boolean keepContributions)
      implements ErasureTarget {

    /** Erases what the subject wrote in conversations of others, too. */
    public Subject(String tenant, String subject) {
      this(tenant, subject, false);
    }

    public Subject {
      new Violations()
          .requiredText(tenant, "$.tenant")
          .requiredText(subject, "$.subject")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    }
  }

  /** Everything of a tenant, its standing instructions included. */
  record Tenant(String tenant) implements ErasureTarget {
    public Tenant {
      new Violations()
          .requiredText(tenant, "$.tenant")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    }
  }

  /**
   * Conversations in which nothing was stored since, with everything in them; memories, facts and
   * subjects' standing instructions not written since; bytes and retrievables of conversations in
   * which nothing else was ever stored, when they were not written since either; gates asked for
   * and settled before; accounts of budgets that were not charged since and whose day or month is
   * over. Tenants' standing instructions stay, and so do accounts of subjects and tenants whose
   * budgets never begin anew.
   *
   * @param tenant null for all tenants
   */
  record OlderThan(@Nullable String tenant, Instant before) implements ErasureTarget {
    public OlderThan {
      new Violations()
          .optionalText(tenant, "$.tenant")
          .required(before, "$.before")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    }
  }
}
