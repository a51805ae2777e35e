package dev.adk4j.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.Set;
import java.util.stream.Stream;

/** Lists the public types of the modules without a framework, nested ones included. */
final class PublicTypes {

  static final Set<String> MODULES =
      Set.of("adk-core", "adk-artifacts", "adk-prompt", "adk-vector", "adk-memory");

  private PublicTypes() {}

  static Stream<Class<?>> all() {
    return ModuleArrowsTests.CLASSES.stream()
        .filter(type -> MODULES.contains(ModuleArrowsTests.moduleOf(type)))
        .filter(PublicTypes::isPublic)
        .map(JavaClass::reflect);
  }

  private static boolean isPublic(JavaClass type) {
    for (JavaClass at = type; at != null; at = at.getEnclosingClass().orElse(null)) {
      if (!at.getModifiers().contains(JavaModifier.PUBLIC)) {
        return false;
      }
    }
    return !type.isAnonymousClass() && !type.getSimpleName().equals("package-info");
  }
}
