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

/** Reads answers. A model can only name types that the requested type permits. */
final class AnswerJson {

  /** The property that names a value's class among those of a sealed type. */
  static final String DISCRIMINATOR = "type";

  static final JsonMapper MAPPER =
      Json.mapper()
          .rebuild()
          .annotationIntrospector(new SealedTypes())
          .addModule(new SimpleModule("adk-answer").setDeserializerModifier(new EntriesAsMaps()))
          .build();

  private AnswerJson() {}

  /** Adds {@code @JsonTypeInfo(use = NAME)} to sealed types without it. */
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
