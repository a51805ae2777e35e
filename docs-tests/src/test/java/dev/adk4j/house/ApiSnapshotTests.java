package dev.adk4j.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;

/**
 * Compares the public API of each module, types and members, with the snapshot below {@code
 * src/test/resources/api}. A change of the API is a diff of these files; run this test with {@code
 * -Dadk.docs.update=true} to write them anew.
 */
class ApiSnapshotTests {

  private static final Path SNAPSHOTS = Path.of("src/test/resources/api");

  /** More public types than this need a reason; the number only goes down. */
  private static final int MOST = 331;

  private final SortedMap<String, List<JavaClass>> modules = modules();

  @Test
  void eachModulesApiIsTheOneOfItsSnapshot() throws IOException {
    for (var module : modules.entrySet()) {
      String api = String.join("\n", lines(module.getValue())) + "\n";
      Path snapshot = SNAPSHOTS.resolve(module.getKey() + ".txt");
      if (Boolean.getBoolean("adk.docs.update")) {
        Files.createDirectories(SNAPSHOTS);
        Files.writeString(snapshot, api);
      }
      assertThat(snapshot).exists();
      assertThat(api)
          .as(snapshot + ": review the change, then run this test with -Dadk.docs.update=true")
          .isEqualTo(Files.readString(snapshot));
    }
  }

  @Test
  void theModulesWithoutAFrameworkGetNoMorePublicTypes() {
    long types =
        modules.entrySet().stream()
            .filter(module -> PublicTypes.MODULES.contains(module.getKey()))
            .flatMap(module -> module.getValue().stream())
            .filter(type -> type.getEnclosingClass().isEmpty())
            .count();
    assertThat(types).isLessThanOrEqualTo(MOST);
  }

  private static SortedMap<String, List<JavaClass>> modules() {
    return ModuleArrowsTests.CLASSES.stream()
        .filter(ApiSnapshotTests::isApi)
        .collect(
            Collectors.groupingBy(ModuleArrowsTests::moduleOf, TreeMap::new, Collectors.toList()));
  }

  static boolean isApi(JavaClass type) {
    for (JavaClass at = type; at != null; at = at.getEnclosingClass().orElse(null)) {
      if (!at.getModifiers().contains(JavaModifier.PUBLIC)
          && !at.getModifiers().contains(JavaModifier.PROTECTED)) {
        return false;
      }
    }
    return !type.getPackageName().contains(".internal") && !type.isAnonymousClass();
  }

  private static List<String> lines(List<JavaClass> types) {
    List<String> lines = new ArrayList<>();
    types.stream()
        .sorted((one, other) -> one.getName().compareTo(other.getName()))
        .forEach(
            type -> {
              lines.add(kind(type) + " " + type.getName());
              members(type)
                  .filter(ApiSnapshotTests::isApi)
                  .map(ApiSnapshotTests::line)
                  .distinct()
                  .sorted()
                  .forEach(lines::add);
            });
    return lines;
  }

  /** Adds the methods that the type inherits from types that users cannot name. */
  private static Stream<JavaMember> members(JavaClass type) {
    Stream<JavaMember> inherited =
        Stream.concat(type.getAllRawSuperclasses().stream(), type.getAllRawInterfaces().stream())
            .filter(parent -> parent.getPackageName().startsWith("dev.adk4j") && !isApi(parent))
            .flatMap(parent -> parent.getMethods().stream().filter(at -> isInherited(parent, at)));
    return Stream.concat(type.getMembers().stream(), inherited);
  }

  private static boolean isInherited(JavaClass parent, JavaMember method) {
    return !(parent.isInterface() && method.getModifiers().contains(JavaModifier.STATIC))
        && !method.isMetaAnnotatedWith(Testable.class);
  }

  static boolean isApi(JavaMember member) {
    Set<JavaModifier> modifiers = member.getModifiers();
    return (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED))
        && !modifiers.contains(JavaModifier.SYNTHETIC)
        && !modifiers.contains(JavaModifier.BRIDGE);
  }

  private static String kind(JavaClass type) {
    return type.isAnnotation()
        ? "annotation"
        : type.isInterface()
            ? "interface"
            : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
  }

  private static String line(JavaMember member) {
    if (member instanceof JavaField field) {
      return "  " + field.getName() + ": " + field.getRawType().getName();
    }
    JavaCodeUnit unit = (JavaCodeUnit) member;
    return "  %s(%s): %s"
        .formatted(
            unit.getName(),
            unit.getRawParameterTypes().stream()
                .map(JavaClass::getName)
                .collect(Collectors.joining(", ")),
            unit.getRawReturnType().getName());
  }
}
