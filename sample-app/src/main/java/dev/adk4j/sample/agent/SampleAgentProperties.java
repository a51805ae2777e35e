package dev.adk4j.sample.agent;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the sample.
 *
 * @param subject user of all requests. The sample has no login; an application takes the user from
 *     the authentication
 * @param deltaPause pause after each word, which makes the stream visible
 */
@ConfigurationProperties("sample.agent")
public record SampleAgentProperties(
    @DefaultValue("visitor") String subject, @DefaultValue("1ms") Duration deltaPause) {}
