package dev.adk4j.primitive;

import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.ReaderDescriptor;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Converts readers to {@code {"tag": …, "locator": …}}, and back. */
final class Readers {

  private static final MediaReader NONE =
      () -> {
        throw new IOException("stand-in");
      };

  private Readers() {}

  static ObjectNode encode(SnapshotCodec codec, MediaReader reader) {
    return encode(() -> codec.readers().describe(reader));
  }

  static ObjectNode encode(SnapshotCodec codec, SpoolReader reader) {
    return encode(() -> codec.readers().describe(reader));
  }

  private static ObjectNode encode(Supplier<ReaderDescriptor> description) {
    ReaderDescriptor descriptor = ours(AdkErrorCode.E_READER_NOT_DESCRIBABLE, description);
    ObjectNode json = Trees.object().put("tag", descriptor.tag());
    json.set("locator", descriptor.locator().node());
    return json;
  }

  static MediaReader required(Checks in, String name, @Nullable Object given) {
    return in.form(name, given, value -> media(value, in.decoding), NONE, "a MediaReader");
  }

  private static @Nullable MediaReader media(Object value, Decoding decoding) {
    if (value instanceof MediaReader reader) {
      return reader;
    }
    SnapshotCodec codec = decoding.codec();
    if (codec == null) {
      return null;
    }
    ReaderDescriptor descriptor = descriptor(value, decoding);
    return ours(AdkErrorCode.E_NOT_A_MEDIA_READER, () -> codec.readers().resolveMedia(descriptor));
  }

  static SpoolReader spool(Object value, SnapshotCodec codec, Decoding decoding) {
    ReaderDescriptor descriptor = descriptor(value, decoding);
    return ours(AdkErrorCode.E_NOT_A_SPOOL_READER, () -> codec.readers().resolveSpool(descriptor));
  }

  private static ReaderDescriptor descriptor(Object value, Decoding decoding) {
    Fields in = Fields.of(AdkErrorCode.VALIDATION_EXCEPTION, value, decoding);
    String tag = in.requiredText("tag");
    in.requirePresent("locator");
    JsonValue locator = in.json("locator", in.raw("locator"));
    in.done();
    return new ReaderDescriptor(tag, locator != null ? locator : JsonValue.NULL);
  }

  /** Readers and resolvers belong to the application: their exceptions get a code. */
  private static <T> T ours(ErrorCode code, Supplier<T> foreign) {
    try {
      return foreign.get();
    } catch (AdkException e) {
      throw e;
    } catch (RuntimeException e) {
      throw AdkException.of(code).cause(e).args("reader").build();
    }
  }
}
