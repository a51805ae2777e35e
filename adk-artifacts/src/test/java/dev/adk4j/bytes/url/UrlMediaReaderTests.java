package dev.adk4j.bytes.url;

import static dev.adk4j.harness.Failures.assertFails;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.ReaderDescriptor;
import dev.adk4j.bytes.ReaderResolvers;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.harness.Failures;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UrlMediaReaderTests {

  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch release = new CountDownLatch(1);
  private HttpServer server;
  private String host;

  @BeforeEach
  void startServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
    host = "localhost:" + server.getAddress().getPort();
  }

  @AfterEach
  void stopServer() {
    release.countDown();
    server.stop(0);
  }

  @Test
  void malformedLocatorsAreNamedErrors() {
    ReaderResolvers resolvers = ReaderResolvers.withBuiltIns();
    List<Object> locators =
        List.of(
            Map.of(),
            Map.of("content", 5),
            Map.of("url", "ftp://x/"),
            Map.of("url", "https://user:pw@x/"),
            Map.of("url", "https:///x"),
            Map.of("url", "https://x y/"),
            Map.of("url", "https://x/", "init", Map.of("method", "DELETE")),
            Map.of("url", "https://x/", "init", Map.of("headers", Map.of("Authorization", "t"))),
            Map.of("url", "https://x/", "init", Map.of("headers", Map.of("Host", "y"))),
            Map.of("url", "https://x/", "init", Map.of("headers", Map.of("X", "a\r\nb: c"))),
            "text",
            List.of(1));
    for (Object locator : locators) {
      ReaderDescriptor descriptor = new ReaderDescriptor(UrlMediaReader.TAG, JsonValue.of(locator));
      assertThatThrownBy(() -> resolvers.resolveMedia(descriptor))
          .as("%s", locator)
          .matches(e -> AdkException.is(e, AdkErrorCode.E_READER_LOCATOR_INVALID));
    }
  }

  @Test
  void everyOpenIsARequestOfItsOwn() throws IOException {
    UrlMediaReader reader = reader("/bytes", policy());
    assertThat(requests).isEmpty();
    assertThat(reader.open().readAllBytes()).asString().isEqualTo("hello");
    assertThat(reader.open().readAllBytes()).asString().isEqualTo("hello");
    assertThat(requests).containsExactly("GET /bytes", "GET /bytes");
    assertThat(reader.byteLength()).isEmpty();
  }

  @Test
  void aStatusOutsideTheTwoHundredsIsAnError() {
    assertThatThrownBy(() -> reader("/missing", policy()).open())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("404");
  }

  @Test
  void refusesEverythingWithoutAnAllowList() {
    assertRefused(
        new UrlMediaReader(URI.create("https://example.com/x"), UrlReaderPolicy.DENY_ALL),
        "allowed hosts");
  }

  @Test
  void hostsPortsAndSchemesMustBeNamed() {
    UrlReaderPolicy policy =
        UrlReaderPolicy.allowing("Files.Example.com.", "*.cdn.example.com", "alt.example.com:8443");
    for (String url :
        List.of(
            "https://files.example.com/",
            "https://FILES.example.com.:443/",
            "https://a.b.cdn.example.com/x",
            "https://alt.example.com:8443/")) {
      assertThat(policy.allows(UrlRequest.checked(URI.create(url)))).as(url).isTrue();
    }
    for (String url :
        List.of(
            "http://files.example.com/",
            "https://files.example.com:8443/",
            "https://cdn.example.com/",
            "https://xfiles.example.com/",
            "https://files.example.com.evil.org/",
            "https://alt.example.com/",
            "https://evilcdn.example.com/")) {
      assertThat(policy.allows(UrlRequest.checked(URI.create(url)))).as(url).isFalse();
    }
    assertThat(policy.withPlainHttp(true).allows(URI.create("http://files.example.com/"))).isTrue();
  }

  @Test
  void refusesUnmatchableEntries() {
    for (String entry :
        List.of("https://x", "x/y", "*", "", "a b", "user@x", "x:", "*.", "x:port")) {
      assertThatThrownBy(() -> UrlReaderPolicy.allowing(entry))
          .as(entry)
          .matches(e -> AdkException.is(e, AdkErrorCode.VALIDATION_EXCEPTION));
    }
  }

  @Test
  void refusesAllowedNamesOfPrivateAddresses() throws IOException {
    InetAddress good = InetAddress.getByAddress("example.com", new byte[] {8, 8, 8, 8});
    InetAddress bad = InetAddress.getByAddress("example.com", new byte[] {10, 0, 0, 1});
    UrlTransport transport =
        new HttpClientTransport(any -> new InetAddress[] {good, bad}, UrlHosts::isSpecial);
    UrlFetcher fetcher = new UrlFetcher(UrlReaderPolicy.allowing("example.com"), () -> transport);
    UrlRequest request = new UrlRequest(URI.create("https://example.com/"), "GET", Map.of());
    // More often than there are connections to one host: a refusal keeps none.
    for (int i = 0; i < 100; i++) {
      assertRefused(new UrlMediaReader(request, fetcher), "private or special");
    }
    assertRefused(reader("/bytes", policy(), UrlHosts::isSpecial), "private or special");
  }

  @Test
  void connectsOnlyToCheckedAddresses() throws IOException {
    InetAddress open = InetAddress.getLoopbackAddress();
    InetAddress inside = InetAddress.getByAddress("files.test", new byte[] {127, 0, 0, 2});
    List<String> reached = new CopyOnWriteArrayList<>();
    HttpServer hidden =
        HttpServer.create(new InetSocketAddress(inside, server.getAddress().getPort()), 0);
    hidden.createContext("/", exchange -> reached.add(exchange.getRequestURI().getPath()));
    hidden.start();
    try {
      List<InetAddress> answers = new CopyOnWriteArrayList<>(List.of(open, inside, inside));
      UrlTransport transport =
          new HttpClientTransport(any -> new InetAddress[] {answers.removeFirst()}, inside::equals);
      String url = "http://files.test:" + server.getAddress().getPort();
      UrlReaderPolicy policy =
          UrlReaderPolicy.allowing("files.test:" + server.getAddress().getPort())
              .withPlainHttp(true);
      UrlFetcher fetcher = new UrlFetcher(policy, () -> transport);
      UrlRequest request = new UrlRequest(URI.create(url + "/close"), "GET", Map.of());
      assertThat(text(new UrlMediaReader(request, fetcher))).isEqualTo("bye");
      assertThat(answers).as("looked up once for check and connection").hasSize(2);
      assertRefused(new UrlMediaReader(request, fetcher), "private or special");
      assertThat(reached).isEmpty();
      assertThat(requests).containsExactly("GET /close");
    } finally {
      hidden.stop(0);
    }
  }

  @Test
  void postsATextToCheckedAddressesOnly() throws IOException {
    URI url = URI.create("http://" + host + "/echo");
    UrlRequest post = new UrlRequest(url, "POST", Map.of("X-Trace", "t"), "grün");
    try (InputStream answer = fetcher(policy(), address -> false).open(post)) {
      assertThat(new String(answer.readAllBytes(), UTF_8)).isEqualTo("t grün");
    }
    assertThat(requests).containsExactly("POST /echo");
    assertThatThrownBy(() -> policy().post(url, Map.of(), "secret"))
        .matches(e -> AdkException.is(e, AdkErrorCode.E_URL_NOT_ALLOWED));
    assertThatThrownBy(() -> UrlReaderPolicy.DENY_ALL.post(url, Map.of(), "secret"))
        .matches(e -> AdkException.is(e, AdkErrorCode.E_URL_NOT_ALLOWED));
    assertThat(requests).hasSize(1);
    assertThat(policy().allows(URI.create("http:///none"))).isFalse();
    assertThat(policy().allows(URI.create("http://user@" + host + "/"))).isFalse();
  }

  @Test
  void keepsTheHostNameInTheRequest() throws IOException {
    String name = "files.test:" + server.getAddress().getPort();
    UrlTransport transport =
        new HttpClientTransport(
            any -> new InetAddress[] {InetAddress.getLoopbackAddress()}, any -> false);
    UrlFetcher fetcher =
        new UrlFetcher(UrlReaderPolicy.allowing(name).withPlainHttp(true), () -> transport);
    UrlRequest request = new UrlRequest(URI.create("http://" + name + "/headers"), "GET", Map.of());
    assertThat(text(new UrlMediaReader(request, fetcher))).contains("Host=" + name);
  }

  @Test
  void leavesUnreadAnswersUnreadOnClose() throws IOException {
    UrlMediaReader reader = reader("/slow", policy());
    InputStream body = reader.open();
    assertThat(body.read()).isEqualTo(1);
    long start = System.nanoTime();
    body.close();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void namesTheMissingHttpClient() throws Exception {
    ClassLoader plain = new WithoutHttpClient();
    Class<?> policies = plain.loadClass(UrlReaderPolicy.class.getName());
    Object policy =
        policies.getMethod("allowing", String[].class).invoke(null, (Object) new String[] {host});
    Object plainHttp = policies.getMethod("withPlainHttp", boolean.class).invoke(policy, true);
    Class<?> readers = plain.loadClass(UrlMediaReader.class.getName());
    Object reader =
        readers
            .getConstructor(URI.class, policies)
            .newInstance(URI.create("http://" + host + "/bytes"), plainHttp);
    assertThat(readers.getMethod("describe").invoke(reader)).asString().contains("media:fetch");
    assertThatThrownBy(() -> readers.getMethod("open").invoke(reader))
        .cause()
        .hasMessageContaining("org.apache.httpcomponents.client5:httpclient5")
        .extracting("code")
        .isEqualTo("E_NO_READER_RESOLVER");
    assertThat(requests).isEmpty();
  }

  @Test
  void headersWithoutEndAreAnError() {
    assertThatThrownBy(() -> reader("/manyheaders", policy()).open())
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(HttpTimeoutException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.9.9.9",
        "0.0.0.0",
        "0.1.2.3",
        "10.1.2.3",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "100.127.255.255",
        "192.0.0.8",
        "192.0.2.1",
        "198.18.0.1",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "239.1.1.1",
        "240.0.0.1",
        "255.255.255.255",
        "192.88.99.1",
        "::",
        "::1",
        "fe80::1",
        "fec0::1",
        "fc00::1",
        "fd12:3456::1",
        "ff02::1",
        "::ffff:10.0.0.1",
        "::ffff:127.0.0.1",
        "::10.0.0.1",
        "64:ff9b::a00:1",
        "64:ff9b:1::808:808",
        "64:ff9b:1:abcd::a00:1",
        "64:ff9b::1:808:808",
        "2606:4700::5efe:a00:1",
        "2606:4700::200:5efe:7f00:1",
        "168.63.129.16",
        "2002:a00:1::",
        "2002:7f00:1::",
        "2001::1",
        "2001:db8::1",
        "100::1",
        "3fff::1"
      })
  void specialAddressesAreRefused(String address) throws IOException {
    assertThat(UrlHosts.isSpecial(InetAddress.getByName(address))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8.8.8.8",
        "1.1.1.1",
        "172.32.0.1",
        "172.15.0.1",
        "100.63.0.1",
        "100.128.0.1",
        "192.0.1.1",
        "2606:4700::1111",
        "2a00:1450::1",
        "64:ff9b::808:808",
        "2606:4700::5efe:808:808",
        "168.63.129.17",
        "2002:808:808::",
        "::ffff:8.8.8.8"
      })
  void publicAddressesAreNot(String address) throws IOException {
    assertThat(UrlHosts.isSpecial(InetAddress.getByName(address))).isFalse();
  }

  @Test
  void redirectsAreFollowedAFewTimesAndCheckedEachTime() throws IOException {
    assertThat(reader("/redirect?to=/bytes", policy()).open().readAllBytes())
        .asString()
        .isEqualTo("hello");
    assertThatThrownBy(() -> reader("/loop", policy()).open())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more than 3 times");
    assertThatThrownBy(() -> reader("/redirect?to=/bytes", policy().withMaxRedirects(0)).open())
        .isInstanceOf(IOException.class);
    assertRefused(reader("/redirect?to=http://elsewhere.example/", policy()), "allowed hosts");
    assertRefused(reader("/redirect?to=http://127.0.0.1:1/", policy()), "allowed hosts");
    assertFails(
        AdkErrorCode.E_READER_LOCATOR_INVALID,
        () -> reader("/redirect?to=file:///etc/passwd", policy()).open());
  }

  @Test
  void credentialsDoNotFollowARedirectToAnotherHost() throws IOException {
    Map<String, String> headers = Map.of("Authorization", "Bearer s3cret", "X-Trace", "t");
    String byName = "http://" + host + "/headers";
    String byAddress = "http://127.0.0.1:" + server.getAddress().getPort() + "/headers";
    UrlReaderPolicy policy =
        UrlReaderPolicy.allowing(host, "127.0.0.1:" + server.getAddress().getPort())
            .withPlainHttp(true);
    for (String target : List.of(byName, byAddress)) {
      UrlRequest request =
          new UrlRequest(URI.create("http://" + host + "/redirect?to=" + target), "GET", headers);
      String seen = text(new UrlMediaReader(request, fetcher(policy, address -> false)));
      assertThat(seen).contains("X-trace=t");
      assertThat(seen.contains("s3cret")).isEqualTo(target.equals(byName));
    }
  }

  @Test
  void addsHeadersOfThePolicyOnSending() throws IOException {
    UrlReaderPolicy policy = policy().withHeaders(uri -> Map.of("X-Api-Key", "from-policy"));
    assertThat(text(reader("/headers", policy))).contains("from-policy");
  }

  @Test
  void failsOversizedBodies() throws IOException {
    assertThat(reader("/bytes", policy().withMaxBytes(5)).open().readAllBytes()).hasSize(5);
    assertThatThrownBy(() -> reader("/bytes", policy().withMaxBytes(4)).open().readAllBytes())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("larger than the limit of 4 bytes");
  }

  @Test
  void failsSlowBodies() {
    UrlMediaReader slow = reader("/slow", policy().withTimeout(Duration.ofMillis(400)));
    assertThatThrownBy(
            () -> {
              try (InputStream in = slow.open()) {
                in.readAllBytes();
              }
            })
        .isInstanceOf(HttpTimeoutException.class);
    assertThatThrownBy(() -> reader("/silent", policy().withTimeout(Duration.ofMillis(300))).open())
        .isInstanceOf(HttpTimeoutException.class);
  }

  @Test
  void descriptorsNeverCarryCredentials() {
    Map<String, String> headers =
        Map.of(
            "authorization",
            "s3cret",
            "Cookie",
            "s3cret",
            "Proxy-Authorization",
            "s3cret",
            "X-API-Key",
            "s3cret",
            "X-Auth-Token",
            "s3cret",
            "Accept",
            "image/png");
    UrlMediaReader reader =
        new UrlMediaReader(
            URI.create("https://example.com/a%2Fb?q=1#top"),
            "POST",
            headers,
            UrlReaderPolicy.DENY_ALL);
    ReaderDescriptor descriptor = reader.describe().orElseThrow();
    assertThat(descriptor.locator().text())
        .isEqualTo(
            "{\"url\":\"https://example.com/a%2Fb?q=1\",\"init\":{\"method\":\"POST\",\"headers\":{\"Accept\":\"image/png\"}}}");
    MediaReader again = ReaderResolvers.withBuiltIns().resolveMedia(descriptor);
    assertThat(again.describe()).contains(descriptor);
    assertRefused(again, "allowed hosts");
    assertThat(
            new UrlMediaReader(URI.create("https://example.com"), UrlReaderPolicy.DENY_ALL)
                .describe()
                .orElseThrow())
        .isEqualTo(
            new ReaderDescriptor(
                "media:fetch", JsonValue.parse("{\"url\":\"https://example.com/\"}")));
  }

  private UrlReaderPolicy policy() {
    return UrlReaderPolicy.allowing(host).withPlainHttp(true);
  }

  private UrlMediaReader reader(String path, UrlReaderPolicy policy) {
    return reader(path, policy, address -> false);
  }

  private UrlMediaReader reader(
      String path, UrlReaderPolicy policy, java.util.function.Predicate<InetAddress> refused) {
    return new UrlMediaReader(
        new UrlRequest(URI.create("http://" + host + path), "GET", Map.of()),
        fetcher(policy, refused));
  }

  private static UrlFetcher fetcher(
      UrlReaderPolicy policy, java.util.function.Predicate<InetAddress> refused) {
    UrlTransport transport = new HttpClientTransport(InetAddress::getAllByName, refused);
    return new UrlFetcher(policy, () -> transport);
  }

  private static String text(UrlMediaReader reader) throws IOException {
    try (InputStream in = reader.open()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static void assertRefused(MediaReader reader, String why) {
    assertThatThrownBy(reader::open)
        .hasMessageContaining(why)
        .matches(e -> AdkException.is(e, AdkErrorCode.E_URL_NOT_ALLOWED));
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    requests.add(exchange.getRequestMethod() + " " + path);
    switch (path) {
      case "/bytes" -> send(exchange, 200, "hello");
      case "/close" -> {
        exchange.getResponseHeaders().add("Connection", "close");
        send(exchange, 200, "bye");
      }
      case "/manyheaders" -> {
        for (int i = 0; i < 1_000; i++) {
          exchange.getResponseHeaders().add("X-" + i, "v");
        }
        send(exchange, 200, "hello");
      }
      case "/headers" -> {
        StringBuilder all = new StringBuilder();
        exchange
            .getRequestHeaders()
            .forEach(
                (name, values) ->
                    all.append(name).append('=').append(values.getFirst()).append('\n'));
        send(exchange, 200, all.toString());
      }
      case "/echo" -> {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        send(exchange, 200, exchange.getRequestHeaders().getFirst("X-Trace") + " " + body);
      }
      case "/redirect" -> {
        exchange
            .getResponseHeaders()
            .add("Location", exchange.getRequestURI().getQuery().substring(3));
        send(exchange, 302, "elsewhere");
      }
      case "/loop" -> {
        exchange.getResponseHeaders().add("Location", "/loop");
        send(exchange, 302, "again");
      }
      case "/slow", "/silent" -> {
        if (path.equals("/slow")) {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(1);
          exchange.getResponseBody().flush();
        }
        awaitRelease();
        exchange.close();
      }
      default -> send(exchange, 404, "missing");
    }
  }

  private void awaitRelease() {
    Failures.await(release);
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** The project's classes anew, where Apache's are not found. */
  private static final class WithoutHttpClient extends ClassLoader {

    WithoutHttpClient() {
      super(UrlMediaReaderTests.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("org.apache.hc.")) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith("dev.adk4j.") || findLoadedClass(name) != null) {
        return super.loadClass(name, resolve);
      }
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
