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
   * Conversation with all its data: records, bytes, gates with their decisions, messages that
   * memory stores have not saved yet, the summary and the budget account. Facts learned in the
   * conversation stay with their subject.
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
   * memory stores have not saved yet, conversations that the subject began, gates of its turns, and
   * budget accounts, which resets the budgets. Other memory stores keep their data: see the memory
   * manager's {@code forget}.
   *
   * <p>In conversations of other subjects, all data stored by the subject's turns is erased too:
   * messages with the answers to them, thoughts, tool calls, retrievables, bytes, and the
   * conversation's summary, which may quote them. Its decisions about gates of other subjects lose
   * value and comment; decider, time and outcome are kept.
   *
   * @param keepContributions true to keep the subject's records in conversations of other subjects
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
   * Data last written before a time: conversations with all their data; memories, facts and
   * subjects' standing instructions; bytes and retrievables of conversations that contain nothing
   * else; gates opened and settled before that time; budget accounts whose period has ended and
   * that were not charged since. Tenants' standing instructions and budget accounts without a
   * period are kept.
   *
   * @param tenant null for all tenants
   * @param before time of the newest write to erase
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
