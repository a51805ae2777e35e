package dev.adk4j.sample.notes;

import java.time.Instant;

/** A published note. */
public record Note(String id, String title, String text, Instant publishedAt) {}
