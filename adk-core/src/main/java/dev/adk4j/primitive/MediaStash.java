package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.error.Violation;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.Mutex;
import dev.adk4j.value.Displayable;
import dev.adk4j.value.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Holds named values derived from a media, in the order of addition. A name is one key, even if it
 * contains dots. Thread-safe.
 */
public final class MediaStash implements Displayable {

  private static final ErrorCode CODE = AdkErrorCode.E_INVALID_INITIAL_MEDIA_VALUE;

  private static final MediaStashEntry NONE =
      new MediaStashEntry(JsonValue.NULL, TrustTier.THIRD_PARTY_PUBLIC);

  private final Mutex mutex = new Mutex();
  private final Map<String, MediaStashEntry> entries = new LinkedHashMap<>();

  MediaStash() {}

  static MediaStash of(Checks in, String name, @Nullable Object value) {
    MediaStash stash = new MediaStash();
    return value == null ? stash : in.nested(name, () -> stash.fill(value, in.decoding), stash);
  }

  /** Adds or replaces an entry. The name must not be empty. */
  public void put(String name, MediaStashEntry entry) {
    new Violations().requiredText(name, "$.stash").required(entry, "$.stash").throwIfAny(CODE);
    mutex.run(() -> entries.put(name, entry));
  }

  /** Returns an entry. */
  public Optional<MediaStashEntry> get(String name) {
    return mutex.get(() -> Optional.ofNullable(entries.get(name)));
  }

  /** Removes an entry; returns false if there was none. */
  public boolean remove(String name) {
    return mutex.get(() -> entries.remove(name) != null);
  }

  /** Returns the current entries; unmodifiable. */
  public Map<String, MediaStashEntry> entries() {
    return mutex.get(() -> Collections.unmodifiableMap(new LinkedHashMap<>(entries)));
  }

  @Override
  public JsonNode display() {
    return JsonForm.write(this);
  }

  private MediaStash fill(Object source, Decoding decoding) {
    Fields in = Fields.of(CODE, source, decoding);
    for (String name : in.unread()) {
      Object entry = in.raw(name);
      if (name.isEmpty()) {
        String path = Violation.member("$", name);
        in.violations.add(path, "key", "must have a name that is a non-empty text");
        continue;
      }
      MediaStashEntry read = in.nested(name, () -> MediaStashEntry.read(entry, decoding), NONE);
      entries.put(name, read);
    }
    in.done();
    return this;
  }
}
