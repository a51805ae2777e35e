package dev.adk4j.boot.test;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;

/** Bootstraps {@link AdkTest}. */
final class AdkTestContextBootstrapper extends TestSliceTestContextBootstrapper<AdkTest> {}
