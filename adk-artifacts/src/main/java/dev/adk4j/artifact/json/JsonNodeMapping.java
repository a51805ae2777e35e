package dev.adk4j.artifact.json;

import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.TypeRef;
import com.jayway.jsonpath.spi.mapper.MappingException;
import com.jayway.jsonpath.spi.mapper.MappingProvider;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Converts a node to the plain list, map or text that Jayway's filters compare. */
final class JsonNodeMapping implements MappingProvider {

  @Override
  public <T> @Nullable T map(
      @Nullable Object source, Class<T> target, Configuration configuration) {
    if (source == null || target.isInstance(source)) {
      return target.cast(source);
    }
    try {
      return JsonTexts.MAPPER.convertValue(source, target);
    } catch (JacksonException e) {
      throw new MappingException(e);
    }
  }

  @Override
  public <T> T map(Object source, TypeRef<T> target, Configuration configuration) {
    throw new UnsupportedOperationException("Filters map to classes only.");
  }
}
