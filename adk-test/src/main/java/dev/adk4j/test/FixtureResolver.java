package dev.adk4j.test;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Passes each rule a new fixture on the storage of the test class. */
final class FixtureResolver implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == StorageFixture.class;
  }

  @Override
  public StorageFixture resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return ((StorageTests) context.getRequiredTestInstance()).fixture();
  }
}
