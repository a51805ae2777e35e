package dev.adk4j.internal;

import java.math.BigDecimal;
import java.math.BigInteger;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.util.JsonParserDelegate;

/**
 * Rejects a fraction for a whole number, and a number that {@code float} or {@code double} would
 * represent as infinity, as zero, or as another whole number. Their fractions are rounded as usual.
 */
final class ExactNumbers extends JsonParserDelegate {

  ExactNumbers(JsonParser parser) {
    super(parser);
  }

  /** Jackson reads 200 as -56. */
  @Override
  public byte getByteValue() {
    int value = getIntValue();
    check(value == (byte) value, byte.class);
    return (byte) value;
  }

  @Override
  public int getIntValue() {
    checkWhole(int.class);
    return delegate.getIntValue();
  }

  @Override
  public int getValueAsInt() {
    checkWhole(int.class);
    return delegate.getValueAsInt();
  }

  @Override
  public long getLongValue() {
    checkWhole(long.class);
    return delegate.getLongValue();
  }

  @Override
  public long getValueAsLong() {
    checkWhole(long.class);
    return delegate.getValueAsLong();
  }

  @Override
  public BigInteger getBigIntegerValue() {
    checkWhole(BigInteger.class);
    return delegate.getBigIntegerValue();
  }

  @Override
  public float getFloatValue() {
    float value = delegate.getFloatValue();
    check(Float.isFinite(value) && fits(Float.toString(value)), float.class);
    return value;
  }

  @Override
  public double getDoubleValue() {
    double value = delegate.getDoubleValue();
    check(Double.isFinite(value) && fits(Double.toString(value)), double.class);
    return value;
  }

  private boolean fits(String held) {
    BigDecimal written = delegate.getDecimalValue();
    BigDecimal read = new BigDecimal(held);
    return isWhole(written) ? read.compareTo(written) == 0 : read.signum() != 0;
  }

  private void checkWhole(Class<?> type) {
    check(
        delegate.currentToken() != JsonToken.VALUE_NUMBER_FLOAT
            || isWhole(delegate.getDecimalValue()),
        type);
  }

  private static boolean isWhole(BigDecimal number) {
    return number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
  }

  private void check(boolean fits, Class<?> type) {
    if (!fits) {
      throw new InputCoercionException(
          this, "Number is out of range", JsonToken.VALUE_NUMBER_FLOAT, type);
    }
  }
}
