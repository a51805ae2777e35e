package dev.adk4j.sample.agent;

import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ToolParam;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** The time of day for the agent. */
@Component
class ClockTools {

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu, HH:mm:ss xxx", Locale.ENGLISH);

  private final InstantSource clock;

  ClockTools(InstantSource clock) {
    this.clock = clock;
  }

  @AgentTool(name = "current_time", description = "Tells the current date and time in a time zone.")
  String currentTime(
      @ToolParam(description = "A time zone such as Europe/Oslo, or a city that names one")
          String zone) {
    ZoneId id = zoneOf(zone);
    return FORMAT.format(clock.instant().atZone(id)) + " (" + id.getId() + ")";
  }

  private static ZoneId zoneOf(String zone) {
    String wanted = zone.strip().replace(' ', '_').toLowerCase(Locale.ROOT);
    List<String> found =
        ZoneId.getAvailableZoneIds().stream()
            .filter(id -> matches(id.toLowerCase(Locale.ROOT), wanted))
            .sorted()
            .toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "no time zone is called '" + zone + "'; try one such as Europe/Oslo");
    }
    return ZoneId.of(found.getFirst());
  }

  private static boolean matches(String id, String wanted) {
    return id.equals(wanted) || id.endsWith("/" + wanted);
  }
}
