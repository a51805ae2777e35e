package dev.adk4j.sample.browser;

import static org.awaitility.Awaitility.await;

import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.sample.SampleApplication;
import dev.adk4j.sample.web.Api;
import dev.adk4j.sample.web.GateWatcher;
import dev.adk4j.stored.GateService;
import dev.adk4j.web.gate.GateActors;
import jakarta.servlet.Filter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The sample with the library's gates over HTTP, to whom everybody is the boss, as where a browser
 * logs in by itself. There is something to lose: a conversation with a file, an open gate, a
 * memory.
 */
final class SiteUnderAttack implements AutoCloseable {

  /** One endpoint. */
  record Target(String method, String path) {}

  private static final String IMAGE = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

  final Arrivals arrivals;
  final int port;
  private final ConfigurableApplicationContext context;
  private final GateWatcher gate;
  private final List<Target> reads = new ArrayList<>();
  private final List<Target> changes = new ArrayList<>();

  SiteUnderAttack(String... settings) throws Exception {
    String[] arguments =
        Stream.concat(
                Stream.of(
                    "server.port=0",
                    "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                    "sample.agent.delta-pause=0",
                    "sample.web.hosts=agent.test",
                    "adk.gates.web.enabled=true",
                    "management.endpoint.adkgates.access=unrestricted"),
                Stream.of(settings))
            .map("--"::concat)
            .toArray(String[]::new);
    context =
        new SpringApplicationBuilder(SampleApplication.class, Watched.class)
            .registerShutdownHook(false)
            .run(arguments);
    arrivals = context.getBean(Arrivals.class);
    port = Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
    gate = fill(new Api(port));
  }

  private GateWatcher fill(Api api) throws Exception {
    api.say("kept", "remember that my dog is called Rex");
    api.upload("kept", "secret.gif", Base64.getDecoder().decode(IMAGE));
    GateWatcher asked = GateWatcher.ask(api, "asked", "publish: Asked - for a decision");
    String media = api.conversation("kept").findValue("attachments").path(0).path("id").asString();
    String ended =
        "/api/conversations/kept/turns/"
            + api.json("/api/conversations/kept/turns").at("/turns/0/turnId").asString();
    String memory = api.json("/api/memories").at("/memories/0/id").asString();
    String turn = asked.path().replaceFirst("/gates/.*", "");
    String ref =
        context
            .getBean(GateService.class)
            .list(GateQuery.UNDECIDED.withTenant("default"))
            .getFirst()
            .ref();

    reads("/", "/js/main.js", "/api/agent", "/api/documents", "/api/documents/README.md");
    reads("/api/notes", "/api/memories", "/api/conversations", "/api/conversations/kept");
    reads("/api/conversations/kept/state", "/api/conversations/kept/turns", turn);
    reads(ended, ended + "/events", "/api/conversations/kept/attachments/" + media);
    reads("/adk/gates", "/adk/gates/" + ref, "/actuator", "/actuator/health", "/actuator/metrics");
    reads("/actuator/adk", "/actuator/adkgates", "/actuator/adkgates/" + ref, "/actuator/adkturns");
    changes("POST", "/api/conversations/kept/messages", "/api/conversations/new/messages");
    changes("POST", turn + "/stop", asked.path(), "/adk/gates/" + ref);
    changes("POST", "/actuator/adkgates/" + ref);
    changes("DELETE", "/api/conversations/kept", "/api/memories", "/api/memories/" + memory);
    return asked;
  }

  private void reads(String... paths) {
    Stream.of(paths).forEach(path -> reads.add(new Target("GET", path)));
  }

  private void changes(String method, String... paths) {
    Stream.of(paths).forEach(path -> changes.add(new Target(method, path)));
  }

  String origin(String host) {
    return "http://" + host + ":" + port;
  }

  List<Target> reads() {
    return reads;
  }

  List<Target> changes() {
    return changes;
  }

  /** Everything that is stored, as SQL, but for the signs of life of this node. */
  List<String> stored() {
    return context.getBean(JdbcClient.class).sql("script").query(String.class).list().stream()
        .filter(line -> line.startsWith("INSERT INTO"))
        .filter(line -> !line.contains("\"ADK_GATE_NODE\"") && !line.contains("_LEASE\""))
        .toList();
  }

  /** Waits until the memory of what was said is written. */
  void awaitQuiet() {
    await().atMost(Duration.ofSeconds(30)).until(() -> stored().equals(stored()));
  }

  @Override
  public void close() throws Exception {
    gate.close();
    context.close();
  }

  @Configuration(proxyBeanMethods = false)
  static class Watched {

    @Bean
    Arrivals arrivals() {
      return new Arrivals();
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> watched(Arrivals arrivals) {
      return server -> server.addEngineValves(arrivals);
    }

    @Bean
    GateActors everybodyIsTheBoss() {
      return (principal, channel) ->
          Optional.of(GateActor.of("boss", "default", List.of(), channel));
    }

    /** Leaves the library to itself. */
    @Bean
    @ConditionalOnProperty("test.without-browser-safety")
    FilterRegistrationBean<Filter> off(@Qualifier("browserSafetyFilter") Filter filter) {
      FilterRegistrationBean<Filter> off = new FilterRegistrationBean<>(filter);
      off.setEnabled(false);
      return off;
    }
  }
}
