package dev.adk4j.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaType;
import dev.adk4j.docs.InternalNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds that users meet no type of a package that is named internal. */
class InternalTypesTests {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /**
   * The stores of memory and their builders share a base class. The manager shows its extraction to
   * the starter, which starts and stops it, and takes a clock from tests.
   */
  private static final Set<String> EXCEPTIONS =
      Set.of(
          "dev.adk4j.jdbc.memory.JdbcMemoryStore",
          "dev.adk4j.jdbc.memory.JdbcMemoryStore$Builder",
          "dev.adk4j.memory.MemoryManager$Builder.deadlines",
          "dev.adk4j.memory.MemoryManager.extraction",
          "dev.adk4j.memory.local.InMemoryMemoryStore",
          "dev.adk4j.memory.local.InMemoryMemoryStore$Builder",
          "dev.adk4j.memory.vector.VectorMemoryStore",
          "dev.adk4j.memory.vector.VectorMemoryStore$Builder");

  @Test
  void publicSignaturesExposeNoInternalTypes() {
    Set<String> found = new TreeSet<>();
    for (JavaClass type : ModuleArrowsTests.CLASSES) {
      if (ApiSnapshotTests.isApi(type)) {
        Stream.concat(type.getInterfaces().stream(), type.getSuperclass().stream())
            .filter(InternalTypesTests::involvesInternal)
            .forEach(exposed -> found.add(type.getName()));
        type.getMembers().stream()
            .filter(ApiSnapshotTests::isApi)
            .filter(member -> types(member).anyMatch(InternalTypesTests::involvesInternal))
            .forEach(member -> found.add(type.getName() + "." + member.getName()));
      }
    }
    assertThat(found).isEqualTo(new TreeSet<>(EXCEPTIONS));
  }

  @Test
  void guidesNameNoInternalTypes() {
    Set<String> known = new TreeSet<>();
    Set<String> internal = new TreeSet<>();
    for (JavaClass type : ModuleArrowsTests.CLASSES) {
      if (type.getEnclosingClass().isEmpty()) {
        (isInternal(type) ? internal : known).add(type.getSimpleName());
      }
    }
    internal.removeAll(known);
    assertThat(internal).contains("AdkProperties");
    assertThat(InternalNames.onPages(internal)).isEmpty();
  }

  @Test
  void samplesNameNoInternalTypes() throws IOException {
    Set<String> found = new TreeSet<>();
    for (String folder : List.of("sample-app/src/main", "templates")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
        for (Path file : files.filter(file -> file.toString().endsWith(".java")).toList()) {
          if (InternalNames.isQualifiedIn(Files.readString(file))) {
            found.add(ROOT.relativize(file).toString());
          }
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static Stream<JavaType> types(JavaMember member) {
    return switch (member) {
      case JavaCodeUnit unit ->
          Stream.concat(unit.getParameterTypes().stream(), Stream.of(unit.getReturnType()));
      case JavaField field -> Stream.of(field.getType());
      default -> Stream.empty();
    };
  }

  private static boolean involvesInternal(JavaType type) {
    return type.getAllInvolvedRawTypes().stream()
        .map(JavaClass::getBaseComponentType)
        .anyMatch(each -> isInternal(each) && each.getName().startsWith("dev.adk4j."));
  }

  private static boolean isInternal(JavaClass type) {
    return (type.getPackageName() + ".").contains(".internal.");
  }
}
