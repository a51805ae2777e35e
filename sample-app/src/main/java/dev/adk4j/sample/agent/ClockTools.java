package dev.adk4j.sample.agent;

import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ToolParam;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** The time of day for the agent. */
@Component
class ClockTools {

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu, HH:mm:ss xxx", Locale.ENGLISH);

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu", Locale.ENGLISH);

  private static final int MOST = 100_000;

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

  @AgentTool(
      name = "date_from_today",
      description = "Tells the date of today in UTC, or the date some time after or before today.")
  String dateFromToday(
      @ToolParam(description = "How many units after today; 0 for today, negative for before")
          int amount,
      @ToolParam(description = "days, weeks, months or years") String unit) {
    if (Math.abs((long) amount) > MOST) {
      throw new IllegalArgumentException("at most " + MOST + " " + unit + " can be counted");
    }
    LocalDate today = clock.instant().atZone(ZoneOffset.UTC).toLocalDate();
    ChronoUnit units =
        Stream.of(ChronoUnit.DAYS, ChronoUnit.WEEKS, ChronoUnit.MONTHS, ChronoUnit.YEARS)
            .filter(known -> known.toString().equalsIgnoreCase(unit.strip()))
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException("a unit is days, weeks, months or years"));
    return DATE.format(today.plus(amount, units));
  }

  private static ZoneId zoneOf(String zone) {
    String wanted = zone.strip().replace(' ', '_').toLowerCase(Locale.ROOT);
    List<String> found =
        ZoneId.getAvailableZoneIds().stream()
            .filter(id -> matches(id.toLowerCase(Locale.ROOT), wanted))
            .sorted(Comparator.comparing(String::length).thenComparing(id -> id))
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
