package dev.adk4j.web.internal;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.WebErrorCode;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the body of a request as one JSON object, with limits for one body and for all bodies that
 * are read at the same time. Thread-safe.
 */
final class BodyReader {

  /** Bodies up to this size are not counted: the number of threads limits them. */
  private static final int SMALL = 8 * 1024;

  /** Number of bodies of the maximum size that may be held at the same time. */
  private static final int AT_A_TIME = 4;

  private static final int MAX_DEPTH = 400;

  /** Prevents the tree of a body from using many times the memory of its text. */
  private static final long MAX_TOKENS = 100_000;

  private static final JsonFactory BOUNDED =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxTokenCount(MAX_TOKENS)
                  .build())
          .build();

  static final MediaType JSON_SUFFIX = MediaType.valueOf("application/*+json");

  private final int most;
  private final AtomicLong held = new AtomicLong();

  BodyReader(int most) {
    this.most = most;
  }

  /** A body that counts toward the limit until it is closed. */
  record Body(JsonValue json, Held room) implements AutoCloseable {

    @Override
    public void close() {
      room.close();
    }
  }

  /**
   * Reads the body of the request.
   *
   * @throws AdkException {@code E_INPUT_TOO_LARGE}, {@code E_INPUT_UNREADABLE} or {@code
   *     E_TOO_BUSY}
   */
  Body read(HttpServletRequest request) throws IOException {
    checkType(request.getContentType());
    if (request.getContentLengthLong() > most) {
      throw tooLarge();
    }
    Held room = new Held();
    try {
      return new Body(parsed(bytes(request.getInputStream(), room)), room);
    } catch (IOException | RuntimeException e) {
      room.close();
      throw e;
    }
  }

  private static void checkType(@Nullable String given) {
    if (given == null || !isJson(given)) {
      throw AdkException.of(WebErrorCode.E_INPUT_UNREADABLE)
          .message("The Content-Type must be application/json, in UTF-8.")
          .status(415)
          .build();
    }
  }

  private static boolean isJson(String given) {
    return isReadable(
        () -> {
          MediaType type = MediaType.parseMediaType(given);
          boolean json =
              type.equalsTypeAndSubtype(MediaType.APPLICATION_JSON) || JSON_SUFFIX.includes(type);
          return json && isUtf8(type);
        });
  }

  /** Returns the result of the check; false for a media type or charset that cannot be read. */
  static boolean isReadable(BooleanSupplier check) {
    try {
      return check.getAsBoolean();
    } catch (InvalidMediaTypeException
        | UnsupportedCharsetException
        | IllegalCharsetNameException e) {
      return false;
    }
  }

  static boolean isUtf8(MediaType type) {
    return type.getCharset() == null || StandardCharsets.UTF_8.equals(type.getCharset());
  }

  private byte[] bytes(InputStream in, Held room) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream(1024);
    byte[] buffer = new byte[SMALL];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      if (all.size() + n > most) {
        throw tooLarge();
      }
      room.grow(all.size() + n);
      all.write(buffer, 0, n);
    }
    return all.toByteArray();
  }

  private static JsonValue parsed(byte[] bytes) {
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes))
              .toString()
              .replaceFirst("^\uFEFF", "");
      try (JsonParser parser = BOUNDED.createParser(ObjectReadContext.empty(), text)) {
        while (parser.nextToken() != null) {
          // The bounds are checked while reading, before a tree is built.
        }
      }
      JsonValue json = JsonValue.parse(text);
      if (!json.isObject()) {
        throw unreadable("The body must be one JSON object.", null);
      }
      return json;
    } catch (CharacterCodingException e) {
      throw unreadable("The body is not UTF-8.", e);
    } catch (JacksonException e) {
      throw unreadable("The body cannot be read: " + said(e), e);
    } catch (AdkException e) {
      throw unreadable(String.valueOf(e.getMessage()), e);
    }
  }

  /** Returns the message without the parser's settings. */
  private static String said(JacksonException e) {
    return e.getOriginalMessage().replaceFirst("(?s) \\(start marker.*", "");
  }

  private static AdkException unreadable(String message, @Nullable Throwable cause) {
    return new AdkException(WebErrorCode.E_INPUT_UNREADABLE, message, cause);
  }

  private AdkException tooLarge() {
    return AdkException.saying(
        AdkErrorCode.E_INPUT_TOO_LARGE, "The body has more than %s bytes.", most);
  }

  /** The part of the total limit that one body takes. */
  final class Held {

    private long bytes;

    void grow(long size) {
      long more = size > SMALL ? size - bytes : 0;
      bytes += more;
      if (held.addAndGet(more) > (long) AT_A_TIME * most) {
        throw new AdkException(
            AdkErrorCode.E_TOO_BUSY, "Too many large bodies are being read. Retry later.");
      }
    }

    void close() {
      held.addAndGet(-bytes);
      bytes = 0;
    }
  }
}
