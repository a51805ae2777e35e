package dev.adk4j.web.door;

import java.util.Set;

/**
 * Options of all doors.
 *
 * @param allowAnonymous lets callers in who are not authenticated
 * @param allowedOrigins origins of pages of other hosts, such as {@code https://shop.example.com}
 * @param allowedHosts names that clients may use for this server; empty for all, and where
 *     anonymous callers are let in, for local ones only
 */
public record DoorOptions(
    boolean allowAnonymous, Set<String> allowedOrigins, Set<String> allowedHosts) {

  public DoorOptions {
    allowedOrigins = Set.copyOf(allowedOrigins);
    allowedHosts = Set.copyOf(allowedHosts);
  }
}
