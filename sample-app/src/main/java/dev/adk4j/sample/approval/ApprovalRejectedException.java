package dev.adk4j.sample.approval;

import org.jspecify.annotations.Nullable;

/** A person said no. Its message is what the tool's call fails with. */
public final class ApprovalRejectedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ApprovalRejectedException(@Nullable String reason) {
    super(
        reason == null || reason.isBlank()
            ? "A person rejected it, so nothing was done."
            : "A person rejected it, so nothing was done: " + reason.strip());
  }
}
