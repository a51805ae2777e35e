package dev.adk4j.sample.browser;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;

/** What arrived at the server of a test, before anything of the application saw it. */
final class Arrivals extends ValveBase {

  /**
   * One request.
   *
   * @param via how the page sent it, from the query
   */
  record Arrival(String method, String path, @Nullable String via, int status) {}

  private final List<Arrival> all = new CopyOnWriteArrayList<>();

  Arrivals() {
    super(true);
  }

  List<Arrival> all() {
    return List.copyOf(all);
  }

  void clear() {
    all.clear();
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    try {
      getNext().invoke(request, response);
    } finally {
      all.add(
          new Arrival(
              request.getMethod(),
              request.getRequestURI(),
              via(request.getQueryString()),
              response.getStatus()));
    }
  }

  private static @Nullable String via(@Nullable String query) {
    int at = query == null ? -1 : query.indexOf("via=");
    return at < 0 ? null : query.substring(at + "via=".length());
  }
}
