package dev.adk4j.tool;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.artifact.internal.IndentedJson;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Media;
import dev.adk4j.token.Tokenizable;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/** Converts return values of annotated methods to tool outputs. */
final class ToolOutputs {

  private static final Set<Class<?>> TEXTS =
      Set.of(String.class, CharSequence.class, Tokenizable.class);

  private static final Set<Class<?>> ONCE =
      Set.of(BaseStream.class, Iterator.class, InputStream.class, Reader.class);

  private ToolOutputs() {}

  static ToolOutput of(@Nullable Object value, Class<?> declared) {
    return switch (value) {
      case null -> ofNull(declared);
      case ToolOutput output -> output;
      case Tokenizable text -> ToolOutput.text(text);
      case CharSequence text -> ToolOutput.text(text.toString());
      case byte[] bytes -> ToolOutput.bytes(bytes);
      case Media media -> ToolOutput.media(media);
      case SpooledArtifact artifact -> ToolOutput.artifact(artifact);
      case Collection<?> items when isMedia(items) ->
          ToolOutput.media(items.stream().map(Media.class::cast).toList());
      default -> ToolOutput.text(IndentedJson.WRITER.writeValueAsString(value));
    };
  }

  /** Returns the reason against a method's return type, or null if it is supported. */
  static @Nullable String refusal(Class<?> type, Type generic, boolean artifactTool) {
    if (type == void.class || type == Void.class) {
      return "returns nothing: return a text that informs the model of the outcome";
    }
    if (Future.class.isAssignableFrom(type)
        || CompletionStage.class.isAssignableFrom(type)
        || Flow.Publisher.class.isAssignableFrom(type)) {
      return "returns "
          + type.getSimpleName()
          + ": wait for the value and return that, tools block";
    }
    if (ONCE.stream().anyMatch(once -> once.isAssignableFrom(type))) {
      return "returns "
          + type.getSimpleName()
          + ", which can be read only once: return a list or a text";
    }
    if (!isMediaCollection(type, generic) && type != Media.class && holdsMedia(generic)) {
      return "returns Media inside of " + type.getSimpleName() + ": return Media or a list of it";
    }
    boolean notText = isStored(type) || isMediaCollection(type, generic);
    return artifactTool && notText ? "returns no text: an artifact tool must return text" : null;
  }

  /** Returns true if the method's value is always written as JSON. */
  static boolean isJson(Class<?> type, Type generic) {
    return type != Object.class
        && !TEXTS.contains(type)
        && !ToolOutput.class.isAssignableFrom(type)
        && !isStored(type)
        && !isMediaCollection(type, generic);
  }

  private static boolean isStored(Class<?> type) {
    return type == byte[].class
        || type == Media.class
        || SpooledArtifact.class.isAssignableFrom(type);
  }

  private static ToolOutput ofNull(Class<?> declared) {
    if (isStored(declared) || ToolOutput.class.isAssignableFrom(declared)) {
      throw new NullPointerException(
          "the tool's method returned null instead of a " + declared.getSimpleName());
    }
    return ToolOutput.text("null");
  }

  private static boolean isMedia(Collection<?> items) {
    return !items.isEmpty() && items.stream().allMatch(Media.class::isInstance);
  }

  private static boolean holdsMedia(Type type) {
    return switch (type) {
      case Class<?> raw ->
          raw == Media.class || (raw.isArray() && raw.getComponentType() == Media.class);
      case ParameterizedType parameterized ->
          Arrays.stream(parameterized.getActualTypeArguments()).anyMatch(ToolOutputs::holdsMedia);
      default -> false;
    };
  }

  private static boolean isMediaCollection(Class<?> type, Type generic) {
    return Collection.class.isAssignableFrom(type)
        && generic instanceof ParameterizedType parameterized
        && parameterized.getActualTypeArguments().length == 1
        && parameterized.getActualTypeArguments()[0] == Media.class;
  }
}
