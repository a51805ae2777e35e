package dev.adk4j.boot;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.AutoConfigurationImportSelector;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AnnotationAttributes;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/** Finds auto-configurations that only their package sees. */
public final class OwnConfigurations {

  private OwnConfigurations() {}

  /** Returns the class of a name below {@code dev.adk4j.boot}. */
  public static Class<?> named(String name) {
    return ClassUtils.resolveClassName("dev.adk4j.boot." + name, null);
  }

  /** Imports auto-configurations, ordered together with those of other annotations. */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @Import(Selector.class)
  public @interface ImportOwn {

    /** Names below {@code dev.adk4j.boot}. */
    String[] value();
  }

  static final class Selector extends AutoConfigurationImportSelector {

    @Override
    protected Class<?> getAnnotationClass() {
      return ImportOwn.class;
    }

    @Override
    protected List<String> getCandidateConfigurations(
        AnnotationMetadata metadata, AnnotationAttributes attributes) {
      return metadata.getAnnotations().stream(ImportOwn.class)
          .flatMap(each -> Stream.of(each.getStringArray("value")))
          .map(name -> named(name).getName())
          .toList();
    }

    @Override
    protected Set<String> getExclusions(
        AnnotationMetadata metadata, AnnotationAttributes attributes) {
      return Set.of();
    }
  }
}
