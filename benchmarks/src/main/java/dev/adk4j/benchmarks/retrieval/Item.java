package dev.adk4j.benchmarks.retrieval;

import java.util.function.Predicate;

/** Question, and what answers it. */
record Item(String question, Predicate<Found> answers) {}
