package dev.adk4j.answer;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.adk4j.value.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Reads answers. No type is ever named by the model but one that the asked type permits. */
final class AnswerJson {

  /** The property that says which of a sealed type's classes a value is. */
  static final String DISCRIMINATOR = "type";

  static final JsonMapper MAPPER =
      Json.mapper()
          .rebuild()
          .annotationIntrospector(new SealedTypes())
          .addModule(new SimpleModule("adk-answer").setDeserializerModifier(new EntriesAsMaps()))
          .build();

  private AnswerJson() {}

  /** Treats sealed types as if they said {@code @JsonTypeInfo(use = NAME)}, where they do not. */
  private static final class SealedTypes extends JacksonAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    private static final JsonTypeInfo.Value BY_NAME =
        JsonTypeInfo.Value.construct(
            JsonTypeInfo.Id.NAME,
            JsonTypeInfo.As.PROPERTY,
            DISCRIMINATOR,
            null,
            false,
            Boolean.TRUE);

    @Override
    public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(
        MapperConfig<?> config, Annotated annotated) {
      JsonTypeInfo.Value stated = super.findPolymorphicTypeInfo(config, annotated);
      return stated == null
              && annotated instanceof AnnotatedClass type
              && type.getRawType().isSealed()
          ? BY_NAME
          : stated;
    }

    @Override
    public String findTypeName(MapperConfig<?> config, AnnotatedClass type) {
      String stated = super.findTypeName(config, type);
      return stated == null || stated.isEmpty() ? type.getRawType().getSimpleName() : stated;
    }
  }
}
