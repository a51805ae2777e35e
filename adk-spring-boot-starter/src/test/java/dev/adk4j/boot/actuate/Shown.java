package dev.adk4j.boot.actuate;

import dev.adk4j.boot.actuate.AdkGatesEndpoint.GateDescription;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.beans.factory.BeanFactory;

/** What the endpoints, which only their package sees, show to tests of other packages. */
public final class Shown {

  private Shown() {}

  /** Returns the references of the open gates, each with whether its turn is gone. */
  public static Map<String, Boolean> gates(BeanFactory beans) {
    return beans.getBean(AdkGatesEndpoint.class).gates().gates().stream()
        .collect(Collectors.toMap(GateDescription::ref, GateDescription::orphaned));
  }

  /** Resolves a gate, and returns the status of the response. */
  public static int resolve(BeanFactory beans, String turnId, String gate, String value) {
    return beans
        .getBean(AdkGatesEndpoint.class)
        .settle(turnId, gate, "resolve", value, null)
        .getStatus();
  }

  public static Map<String, String> leftOutTools(BeanFactory beans) {
    return beans.getBean(AdkEndpoint.class).adk().leftOutTools();
  }

  /** Returns the states of the models' circuits. */
  public static Map<String, String> models(BeanFactory beans) {
    return beans.getBean(AdkEndpoint.class).adk().models();
  }

  /** Returns the models that the recent turns called. */
  public static List<List<String>> modelsOfTurns(BeanFactory beans) {
    return beans.getBean(AdkTurnsEndpoint.class).turns(null, null, null, null).turns().stream()
        .map(turn -> List.copyOf(turn.models()))
        .toList();
  }
}
