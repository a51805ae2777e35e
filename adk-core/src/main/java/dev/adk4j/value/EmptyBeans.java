package dev.adk4j.value;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.adk4j.internal.NoJsonFormSerializer;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.ser.BeanSerializer;
import tools.jackson.databind.ser.ValueSerializerModifier;

/**
 * Rejects objects without properties that Jackson writes as empty objects despite its setting: any
 * annotation, such as that of a functional interface, has this effect.
 */
final class EmptyBeans extends ValueSerializerModifier {

  private static final long serialVersionUID = 1L;

  @Override
  public ValueSerializer<?> modifySerializer(
      SerializationConfig config, BeanDescription.Supplier type, ValueSerializer<?> serializer) {
    boolean empty =
        serializer instanceof BeanSerializer
            && !serializer.properties().hasNext()
            && !type.getBeanClass().isRecord()
            && type.get().findAnyGetter() == null
            && !type.getClassAnnotations().has(JsonTypeInfo.class);
    return empty ? new NoJsonFormSerializer() : serializer;
  }
}
