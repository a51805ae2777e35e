package dev.adk4j.limit;

/**
 * Subject whose usage is counted.
 *
 * @param subject empty for all turns of the tenant without a subject
 */
record Owner(String tenant, String subject) {}
