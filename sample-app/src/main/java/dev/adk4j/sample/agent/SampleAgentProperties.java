package dev.adk4j.sample.agent;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The sample's own settings.
 *
 * @param subject whom the agent works for. The sample has no login, so everybody is this one; an
 *     application takes it from the authenticated user
 * @param deltaPause how long the agent rests after each word, so that people can watch it write
 */
@ConfigurationProperties("sample.agent")
public record SampleAgentProperties(
    @DefaultValue("visitor") String subject, @DefaultValue("1ms") Duration deltaPause) {}
