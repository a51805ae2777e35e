package dev.adk4j.limit;

/**
 * Subject that something is counted for.
 *
 * @param subject empty for all turns of the tenant that have none
 */
record Owner(String tenant, String subject) {}
