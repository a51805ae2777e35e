package dev.adk4j.schema;

import com.networknt.schema.Error;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Stops a validation that has found too many errors to report. */
final class BoundedErrors extends ArrayList<Error> {

  private static final long serialVersionUID = 1L;

  private static final int MAX_ERRORS = 2_000;

  @Override
  public boolean add(Error error) {
    super.add(error);
    return checked();
  }

  @Override
  public boolean addAll(Collection<? extends Error> errors) {
    super.addAll(errors);
    return checked();
  }

  private boolean checked() {
    if (size() > MAX_ERRORS) {
      throw new FullException(this);
    }
    return true;
  }

  static final class FullException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Error> errors;

    FullException(List<Error> errors) {
      super(null, null, false, false);
      this.errors = errors;
    }

    List<Error> errors() {
      return errors;
    }
  }
}
