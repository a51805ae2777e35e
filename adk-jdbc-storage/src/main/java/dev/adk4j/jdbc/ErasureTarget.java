package dev.adk4j.jdbc;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Data to erase.
 *
 * @since 0.1.0
 */
public sealed interface ErasureTarget {

  /**
   * Conversation with everything in it: records, bytes, gates with their decisions, messages that
   * memory stores have not saved yet, the summary and the budget account. Facts that were learned
   * in it stay with their subject.
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
   * Subject's memories, facts in full-text memory stores, standing instructions, messages that
   * memory stores have not saved yet, conversations in which it stored first, gates of its turns,
   * and budget accounts, which resets the budgets. Other memory stores keep their data: see the
   * memory manager's {@code forget}.
   *
   * <p>In conversations of other subjects, everything that the subject's turns stored is erased
   * too: messages with the answers to them, thoughts, tool calls, retrievables, bytes, and the
   * conversation's summary, which may quote them. Of its decisions about gates of other subjects,
   * value and comment are erased; decider, time and outcome stay.
   *
   * @param keepContributions keeps the subject's records in conversations of other subjects
   */
  record Subject(String tenant, String subject, boolean keepContributions)
      implements ErasureTarget {

    /** Creates a target that includes the subject's records in conversations of other subjects. */
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

  /** Tenant with all its data, including its standing instructions. */
  record Tenant(String tenant) implements ErasureTarget {
    public Tenant {
      new Violations()
          .requiredText(tenant, "$.tenant")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    }
  }

  /**
   * Data that was not written since a time: conversations with everything in them; memories, facts
   * and subjects' standing instructions; bytes and retrievables of conversations that hold nothing
   * else; gates that were opened and settled before; budget accounts whose period has ended and
   * that were not charged since. Tenants' standing instructions stay, and so do budget accounts
   * without a period.
   *
   * @param tenant null for all tenants
   * @param before time of the last write that is still erased
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
