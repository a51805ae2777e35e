package dev.adk4j.internal;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.util.JsonParserDelegate;

/** Refuses a number that {@code float} or {@code double} would hold as infinity. */
final class FiniteNumbers extends JsonParserDelegate {

  FiniteNumbers(JsonParser parser) {
    super(parser);
  }

  @Override
  public float getFloatValue() {
    float value = delegate.getFloatValue();
    check(Float.isFinite(value), float.class);
    return value;
  }

  @Override
  public double getDoubleValue() {
    double value = delegate.getDoubleValue();
    check(Double.isFinite(value), double.class);
    return value;
  }

  private void check(boolean finite, Class<?> type) {
    if (!finite) {
      throw new InputCoercionException(
          this, "Number is out of range", JsonToken.VALUE_NUMBER_FLOAT, type);
    }
  }
}
