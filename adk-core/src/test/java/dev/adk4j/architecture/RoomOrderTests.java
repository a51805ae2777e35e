package dev.adk4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.adk4j.architecture.fixture.Homeless;
import dev.adk4j.architecture.fixture.high.Roof;
import dev.adk4j.architecture.fixture.low.Floor;
import dev.adk4j.architecture.fixture.low.cellar.Digger;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoomOrderTests {

  private static final String BASE = "dev.adk4j.architecture.fixture";

  private final JavaClasses everything =
      imported(Homeless.class, Floor.class, Digger.class, Roof.class);

  @Test
  void arrowDownIsFine() {
    JavaClasses classes = imported(Roof.class, Floor.class);
    assertThat(new RoomOrder(BASE, List.of("low", "high")).violations(classes)).isEmpty();
  }

  @Test
  void arrowUpIsFoundAlsoFromAPackageBelowARoomAndThroughAnArray() {
    assertThat(new RoomOrder(BASE, List.of("low", "high")).violations(everything))
        .anyMatch(v -> v.startsWith("low may not see high: ") && v.contains("Digger"))
        .noneMatch(v -> v.startsWith("high may not see low"));
  }

  @Test
  void orderComesFromTheListAlone() {
    JavaClasses classes = imported(Roof.class, Floor.class);
    assertThat(new RoomOrder(BASE, List.of("high", "low")).violations(classes))
        .isNotEmpty()
        .allMatch(v -> v.startsWith("high may not see low: "));
  }

  @Test
  void classWithoutARoomIsFound() {
    assertThat(new RoomOrder(BASE, List.of("low", "high")).violations(everything))
        .contains(BASE + ".Homeless is in no room of the list");
  }

  @Test
  void roomThatIsNotListedIsFound() {
    assertThat(new RoomOrder(BASE, List.of("high")).violations(everything))
        .contains(BASE + ".low.Floor is in no room of the list")
        .anyMatch(v -> v.startsWith("high may not see low: "));
  }

  private static JavaClasses imported(Class<?>... types) {
    return new ClassFileImporter().importClasses(types);
  }
}
