package dev.adk4j.sample.web;

import org.jspecify.annotations.Nullable;

/** What the user says. */
record SendRequest(@Nullable String text) {}
