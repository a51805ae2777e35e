package dev.adk4j.error;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The exception of the whole library. Carries a code, an HTTP-like status, a flag for programming
 * errors, the arguments of the message, and a sentence with the remedy. Control characters in the
 * message are escaped, because a message may quote external input and a log shows it in one line.
 * Unchecked, immutable, thread-safe.
 */
public class AdkException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ErrorCode errorCode;
  private final String code;
  private final int status;
  private final String help;
  private final transient List<Object> args;

  public AdkException(ErrorCode code, String message) {
    this(of(code).message(message));
  }

  public AdkException(ErrorCode code, String message, @Nullable Throwable cause) {
    this(of(code).message(message).cause(cause));
  }

  protected AdkException(Builder builder) {
    super(OneLine.of(builder.message), builder.cause);
    this.errorCode = builder.errorCode;
    this.code = builder.code.isEmpty() ? errorCode.name() : builder.code;
    this.status = builder.status == 0 ? errorCode.status() : builder.status;
    this.help = OneLine.lines(builder.help);
    this.args = List.copyOf(builder.args);
  }

  /** Returns a builder with the code's own message, status, flag and help. */
  public static Builder of(ErrorCode code) {
    return new Builder(code);
  }

  /**
   * Returns an exception whose message contains its arguments.
   *
   * @param code the code of the exception
   * @param template a constant: the message, with {@code %s} for each argument
   * @param args the values of the message, in its order; also the arguments of the exception
   */
  public static AdkException saying(ErrorCode code, String template, Object... args) {
    return of(code).message(template.formatted(args)).args(args).build();
  }

  /** Returns the catalog entry of this exception. */
  public ErrorCode errorCode() {
    return errorCode;
  }

  /** Returns the code as text; the catalog's unless it was overridden. */
  public String code() {
    return code;
  }

  public int status() {
    return status;
  }

  public boolean fatal() {
    return errorCode.fatal();
  }

  /** Returns the remedy, one sentence. */
  public String help() {
    return help;
  }

  /** Returns the values in the message, such as a pipeline's label or a reader's tag. */
  public List<Object> args() {
    return args == null ? List.of() : args;
  }

  /** Returns true if {@code throwable} is an exception of this library with that code. */
  public static boolean is(@Nullable Throwable throwable, ErrorCode code) {
    return throwable instanceof AdkException e && e.errorCode == code;
  }

  /**
   * Returns the JSON form: code, status and the meaning of the code. Omits the message because it
   * may quote content.
   */
  @JsonValue
  final Map<String, Object> display() {
    Map<String, Object> form = new LinkedHashMap<>();
    form.put("code", code);
    form.put("status", status);
    form.put("message", errorCode.meaning());
    return form;
  }

  /** Returns {@code NAME [CODE]: message}. */
  @Override
  public String toString() {
    return errorCode.name() + " [" + code + "]: " + getMessage();
  }

  /** Builds an {@link AdkException}; values that are not set come from the code. */
  public static final class Builder {

    private final ErrorCode errorCode;
    private String message;
    private @Nullable Throwable cause;
    private String code = "";
    private int status;
    private String help;
    private List<Object> args = List.of();

    private Builder(ErrorCode errorCode) {
      this.errorCode = Objects.requireNonNull(errorCode, "code");
      this.message = errorCode.meaning();
      this.help = errorCode.help();
    }

    public Builder message(String message) {
      this.message = message;
      return this;
    }

    public Builder cause(@Nullable Throwable cause) {
      this.cause = cause;
      return this;
    }

    /** Overrides the code's text; empty keeps it. */
    public Builder code(String code) {
      this.code = code;
      return this;
    }

    /** Overrides the status; 0 keeps it. */
    public Builder status(int status) {
      this.status = status;
      return this;
    }

    public Builder help(String help) {
      this.help = help;
      return this;
    }

    public Builder args(Object... args) {
      this.args = List.of(args);
      return this;
    }

    public AdkException build() {
      return new AdkException(this);
    }
  }
}
