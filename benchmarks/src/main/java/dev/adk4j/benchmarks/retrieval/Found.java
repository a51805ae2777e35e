package dev.adk4j.benchmarks.retrieval;

/**
 * Text that a search gives.
 *
 * @param source document that it is from, without a place in it
 */
record Found(String source, String text) {}
