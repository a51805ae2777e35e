package dev.adk4j.sample.approval;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Asking people.
 *
 * @param timeout how long a tool waits for a decision before it is told that nobody decided
 */
@ConfigurationProperties("sample.approval")
public record ApprovalProperties(@DefaultValue("15m") Duration timeout) {}
