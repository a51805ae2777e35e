package dev.adk4j.boot.internal.diagnosis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fails the startup with a report of the problem and its remedy. */
public class StartupFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String remedy;

  public StartupFailure(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** Lists several problems of one part. */
  public StartupFailure(
      String part, List<String> problems, String remedy, @Nullable Throwable cause) {
    this(part + ":\n\n\t- " + String.join("\n\t- ", problems), remedy, cause);
  }

  private StartupFailure(String problem, String remedy, @Nullable Throwable cause) {
    super(problem, cause);
    this.remedy = remedy;
  }

  public final String remedy() {
    return remedy;
  }
}
