package dev.adk4j.boot.openinview;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import dev.adk4j.client.AgentClient;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.ConversationQuery;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.value.Scope;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** A web application with Spring Boot's defaults and a pool of five, asked by twenty at once. */
class OpenInViewTests {

  private static final int REQUESTS = 20;
  private static final int POOL = 5;

  @AutoClose private static HttpClient client;

  @AutoClose private static ConfigurableApplicationContext context;

  @BeforeAll
  static void start() {
    client = HttpClient.newHttpClient();
    context =
        SpringApplication.run(
            App.class,
            "--server.port=0",
            "--spring.datasource.generate-unique-name=true",
            "--spring.datasource.hikari.maximum-pool-size=" + POOL,
            "--spring.datasource.hikari.connection-timeout=10000",
            "--spring.liquibase.enabled=false", // it wants a change log of the application's
            "--spring.autoconfigure.exclude=", // of Hibernate, for the other tests
            "--spring.jpa.hibernate.ddl-auto=create",
            "--adk.storage.noop=tools");
    CustomerRepository customers = context.getBean(CustomerRepository.class);
    for (int i = 0; i < REQUESTS; i++) {
      Customer customer = new Customer();
      customer.id = (long) i;
      customer.orders = new ArrayList<>(List.of("order of " + i));
      customers.save(customer);
    }
  }

  @BeforeEach
  void nobodyAskedYet() {
    App.MODEL_CALLS.set(0);
    App.ALL_THERE.reset();
    App.waits = false;
  }

  @Test
  void answersRequestsWithReadEntity() {
    App.waits = true;

    assertThat(get("/waiting/", REQUESTS))
        .allMatch(answer -> answer.startsWith("200 hello, order of "));
  }

  @Test
  void answersRequestsWithReadEntityAndTurnOnAnotherThread() {
    App.waits = true;

    assertThat(get("/started/", REQUESTS))
        .allMatch(answer -> answer.startsWith("200 hello, order of "));
  }

  @Test
  void listsForRequestsWithReadEntityAndWholePool() {
    assertThat(get("/listing/", POOL)).allMatch(answer -> answer.startsWith("200 "));
  }

  @Test
  void refusesAnOpenTransactionByItsNameBeforeTheModelIsCalled() {
    for (String path : List.of("/transaction/", "/transaction-started/")) {
      assertThat(ask(path + 1).join())
          .startsWith("409 ")
          .contains(AdkErrorCode.E_TURN_IN_TRANSACTION.name())
          .contains("Shop.");
    }
    assertThat(App.MODEL_CALLS).hasValue(0);
  }

  @Test
  void aSuspendedTransactionHoldsItsConnectionAndIsNotRefused() {
    assertThat(ask("/suspended/1").join()).startsWith("200 hello");
  }

  @Test
  void returnsConnectionsToThePool() {
    ask("/waiting/1").join();

    // the response is there before the request has ended
    HikariPoolMXBean pool = context.getBean(HikariDataSource.class).getHikariPoolMXBean();
    Awaitility.await().until(() -> pool.getActiveConnections() == 0);
  }

  /** All at once; where the model waits, it answers nobody before all are there. */
  private static List<String> get(String path, int times) {
    List<CompletableFuture<String>> answers =
        Stream.iterate(0, i -> i + 1).limit(times).map(i -> ask(path + i)).toList();
    return answers.stream().map(CompletableFuture::join).toList();
  }

  private static CompletableFuture<String> ask(String path) {
    String port = context.getEnvironment().getProperty("local.server.port");
    return client
        .sendAsync(
            HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build(),
            HttpResponse.BodyHandlers.ofString())
        .thenApply(response -> response.statusCode() + " " + response.body());
  }

  // without a component scan, which would find the configurations of other tests
  @SpringBootConfiguration
  @EnableAutoConfiguration(
      exclude = {
        ServletWebSecurityAutoConfiguration.class,
        UserDetailsServiceAutoConfiguration.class,
        ManagementWebSecurityAutoConfiguration.class
      })
  @EnableJpaRepositories(considerNestedRepositories = true)
  @Import({Shop.class, Dealer.class})
  static class App {

    static final AtomicInteger MODEL_CALLS = new AtomicInteger();
    static final CyclicBarrier ALL_THERE = new CyclicBarrier(REQUESTS);
    static final CyclicBarrier POOL_EMPTY = new CyclicBarrier(POOL);
    static volatile boolean waits;

    @Bean
    DispatchExecutor model() {
      ScriptedExecutor hello = ScriptedExecutor.of(Script.empty().say("hello"));
      return (ctx, helpers) -> {
        MODEL_CALLS.incrementAndGet();
        if (waits) {
          ALL_THERE.await(60, TimeUnit.SECONDS);
        }
        hello.execute(ctx, helpers);
      };
    }
  }

  @RestController
  static class Shop {

    private final CustomerRepository customers;
    private final AgentClient agent;
    private final AdkStorageAdmin admin;
    private final Dealer dealer;
    private final TransactionTemplate transactions;

    Shop(
        CustomerRepository customers,
        AgentClient agent,
        AdkStorageAdmin admin,
        Dealer dealer,
        TransactionTemplate transactions) {
      this.customers = customers;
      this.agent = agent;
      this.admin = admin;
      this.dealer = dealer;
      this.transactions = transactions;
    }

    @GetMapping("/waiting/{id}")
    String waiting(@PathVariable long id) {
      Customer customer = customers.findById(id).orElseThrow();
      return agent.conversation(scope(id)).send("hi").text() + ", " + customer.orders.getFirst();
    }

    @GetMapping("/started/{id}")
    String started(@PathVariable long id) throws Exception {
      Customer customer = customers.findById(id).orElseThrow();
      String said = agent.conversation(scope(id)).stream("hi").answer().join().text();
      return said + ", " + customer.orders.getFirst();
    }

    /** Needs two connections at a time, were the first one not given back. */
    @GetMapping("/listing/{id}")
    String listing(@PathVariable long id) throws Exception {
      customers.findById(id).orElseThrow();
      App.POOL_EMPTY.await(60, TimeUnit.SECONDS);
      return "" + admin.conversations(ConversationQuery.of("acme", 1)).conversations().size();
    }

    @GetMapping("/transaction/{id}")
    @Transactional
    String inTransaction(@PathVariable long id) {
      customers.findById(id).orElseThrow();
      return agent.conversation(scope(id)).send("hi").text();
    }

    @GetMapping("/transaction-started/{id}")
    @Transactional
    String startedInTransaction(@PathVariable long id) throws Exception {
      customers.findById(id).orElseThrow();
      return agent.conversation(scope(id)).stream("hi").answer().join().text();
    }

    @GetMapping("/suspended/{id}")
    String suspended(@PathVariable long id) {
      return transactions.execute(status -> dealer.ask(scope(id)));
    }

    @ExceptionHandler
    ResponseEntity<String> refused(AdkException e) {
      return ResponseEntity.status(409)
          .body(e.errorCode() + " " + e.getMessage() + " " + e.getCause());
    }

    private static Scope scope(long id) {
      return Scope.of("acme", "customer-" + id, "c" + id);
    }
  }

  static class Dealer {

    private final AgentClient agent;

    Dealer(AgentClient agent) {
      this.agent = agent;
    }

    @Transactional(propagation = Propagation.NOT_SUPPORTED)
    public String ask(Scope scope) {
      return agent.conversation(scope).send("hi").text();
    }
  }

  interface CustomerRepository extends JpaRepository<Customer, Long> {}

  @Entity(name = "ShopCustomer")
  static class Customer {
    @Id Long id;

    @ElementCollection List<String> orders;
  }
}
