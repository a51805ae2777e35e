package dev.adk4j.bytes;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Sends requests within a policy. The host's addresses are looked up and checked before each
 * request; the client looks them up again, out of the JDK's address cache, which a deployment must
 * not switch off. Behind a proxy it is the proxy that looks them up, and must refuse private
 * addresses itself.
 */
final class UrlFetcher {

  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  private final UrlReaderPolicy policy;
  private final HostLookup lookup;
  private final Predicate<InetAddress> refused;

  UrlFetcher(UrlReaderPolicy policy) {
    this(policy, InetAddress::getAllByName, UrlHosts::isSpecial);
  }

  UrlFetcher(UrlReaderPolicy policy, HostLookup lookup, Predicate<InetAddress> refused) {
    this.policy = policy;
    this.lookup = lookup;
    this.refused = refused;
  }

  InputStream open(UrlRequest first) throws IOException {
    long deadline = System.nanoTime() + policy.timeout().toNanos();
    UrlRequest request = first;
    for (int redirects = 0; ; redirects++) {
      check(request.uri());
      HttpResponse<InputStream> response = send(request, deadline);
      int status = response.statusCode();
      if (status >= 200 && status < 300) {
        return new BoundedBody(response.body(), policy.maxBytes(), deadline);
      }
      response.body().close();
      if (!REDIRECTS.contains(status)) {
        throw new IOException(request.uri().getHost() + " answered with status " + status + ".");
      }
      if (redirects == policy.maxRedirects()) {
        throw new IOException(
            first.uri().getHost() + " redirects more than " + redirects + " times.");
      }
      request = request.redirected(target(request, response), status);
    }
  }

  private static URI target(UrlRequest request, HttpResponse<?> response) throws IOException {
    String location =
        response
            .headers()
            .firstValue("location")
            .orElseThrow(() -> new IOException(request.uri().getHost() + " redirects to nowhere."));
    try {
      return UrlRequest.checked(request.uri().resolve(location));
    } catch (IllegalArgumentException e) {
      throw new IOException(request.uri().getHost() + " redirects to what is not an address.", e);
    }
  }

  private void check(URI uri) throws IOException {
    if (!policy.allows(uri)) {
      throw refusal(uri, "is not among the allowed hosts, ports and schemes");
    }
    for (InetAddress address : lookup.addresses(uri.getHost())) {
      if (refused.test(address)) {
        throw refusal(uri, "leads to a private or special address");
      }
    }
  }

  private static AdkException refusal(URI uri, String why) {
    String host = uri.getScheme() + "://" + uri.getRawAuthority();
    return AdkException.of(AdkErrorCode.E_URL_NOT_ALLOWED)
        .message(host + " " + why + ".")
        .args(host)
        .build();
  }

  private HttpResponse<InputStream> send(UrlRequest request, long deadline) throws IOException {
    Duration left = Duration.ofNanos(deadline - System.nanoTime());
    if (!left.isPositive()) {
      throw new HttpTimeoutException("The fetch took longer than " + policy.timeout() + ".");
    }
    Map<String, String> headers = new LinkedHashMap<>(request.headers());
    headers.putAll(policy.headers().apply(request.uri()));
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(request.uri())
            .timeout(left)
            .method(request.method(), HttpRequest.BodyPublishers.noBody());
    headers.forEach(builder::setHeader);
    try {
      return Client.SHARED.send(builder.build(), HttpResponse.BodyHandlers.ofInputStream());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("The fetch was interrupted.").initCause(e);
    }
  }

  /** Looks up the addresses of a host. */
  interface HostLookup {
    InetAddress[] addresses(String host) throws IOException;
  }

  /**
   * One for all readers, made when the first one fetches; it follows no redirect and keeps no
   * cookie.
   */
  private static final class Client {
    static final HttpClient SHARED =
        HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();
  }
}
