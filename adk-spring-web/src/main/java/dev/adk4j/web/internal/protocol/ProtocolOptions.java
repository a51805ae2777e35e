package dev.adk4j.web.internal.protocol;

import java.util.Set;

/**
 * Options of all protocols.
 *
 * @param allowAnonymous true to admit unauthenticated callers
 * @param allowedOrigins origins of pages of other hosts, such as {@code https://shop.example.com}
 * @param allowedHosts names that clients may use for this server; empty for all, or for local ones
 *     only if anonymous callers are admitted
 */
public record ProtocolOptions(
    boolean allowAnonymous, Set<String> allowedOrigins, Set<String> allowedHosts) {}
