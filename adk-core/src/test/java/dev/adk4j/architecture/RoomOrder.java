package dev.adk4j.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rooms are the packages right below a base package; each sees itself and the rooms listed before
 * it. A package below a room belongs to the room.
 */
record RoomOrder(String base, List<String> rooms) {

  /** Classes that live in no listed room, and dependencies that point to a later one. */
  List<String> violations(JavaClasses classes) {
    return classes.stream().flatMap(this::violations).distinct().sorted().toList();
  }

  private Stream<String> violations(JavaClass origin) {
    String room = roomOf(origin);
    if (!rooms.contains(room)) {
      return Stream.of("%s is in no room of the list".formatted(origin.getName()));
    }
    return origin.getDirectDependenciesFromSelf().stream()
        .filter(dependency -> isOurs(target(dependency)))
        .filter(dependency -> !isBelow(roomOf(target(dependency)), room))
        .map(
            dependency ->
                "%s may not see %s: %s"
                    .formatted(room, roomOf(target(dependency)), dependency.getDescription()));
  }

  private boolean isBelow(String seen, String room) {
    int index = rooms.indexOf(seen);
    return index >= 0 && index <= rooms.indexOf(room);
  }

  private boolean isOurs(JavaClass type) {
    return (type.getPackageName() + ".").startsWith(base + ".");
  }

  private String roomOf(JavaClass type) {
    String below = type.getPackageName().substring(base.length());
    return below.isEmpty() ? "" : below.substring(1).split("\\.")[0];
  }

  private static JavaClass target(Dependency dependency) {
    return dependency.getTargetClass().getBaseComponentType();
  }
}
