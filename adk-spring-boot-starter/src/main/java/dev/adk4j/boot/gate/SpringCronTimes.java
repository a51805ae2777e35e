package dev.adk4j.boot.gate;

import dev.adk4j.stored.CronTimes;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.support.CronExpression;

/**
 * Reads cron expressions as Spring does, and returns each local time once. A time that a clock
 * change skips is moved behind the gap; of a repeated time, the first one is used. Expressions for
 * every hour, or every few hours, count elapsed hours instead.
 */
final class SpringCronTimes implements CronTimes {

  /** The longest time by which clocks are moved forward. */
  private static final int LONGEST_GAP_HOURS = 2;

  @Override
  public @Nullable Instant next(String cron, ZoneId zone, Instant after) {
    CronExpression expression = CronExpression.parse(cron);
    if (isHourly(expression)) {
      ZonedDateTime next = expression.next(after.atZone(zone));
      return next == null ? null : next.toInstant();
    }
    LocalDateTime shown =
        expression.next(LocalDateTime.ofInstant(after, zone).minusHours(LONGEST_GAP_HOURS));
    while (shown != null) {
      Instant next = ZonedDateTime.of(shown, zone).toInstant();
      if (next.isAfter(after)) {
        return next;
      }
      shown = expression.next(shown);
    }
    return null;
  }

  private static boolean isHourly(CronExpression expression) {
    String[] fields = expression.toString().strip().split("\\s+");
    return fields.length > 2 && fields[2].startsWith("*");
  }
}
