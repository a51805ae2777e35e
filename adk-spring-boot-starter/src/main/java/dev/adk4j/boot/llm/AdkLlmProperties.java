package dev.adk4j.boot.llm;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Binds the properties of this package by themselves; names that are not known are refused where
 * all of the library's properties are bound.
 */
final class AdkLlmProperties {

  private AdkLlmProperties() {}

  static LlmProperties of(Environment environment) {
    return Binder.get(environment).bindOrCreate("adk.llm", LlmProperties.class);
  }
}
