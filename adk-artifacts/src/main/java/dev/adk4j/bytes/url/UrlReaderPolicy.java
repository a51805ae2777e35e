package dev.adk4j.bytes.url;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Limits the requests of URL readers and of {@link #post}. Loopback, private, link-local,
 * unique-local, multicast and other special addresses are always rejected, also if an allowed host
 * name resolves to one.
 *
 * @param allowedHosts permitted host names: {@code files.example.com}, {@code *.example.com} for
 *     every host below a domain, {@code files.example.com:8443} for a port other than the scheme's
 *     own; empty to reject everything
 * @param plainHttp true to allow {@code http} in addition to {@code https}
 * @param maxBytes the maximum size of a body, in bytes
 * @param timeout for the whole fetch, from the request to the last byte
 * @param maxRedirects the maximum number of redirects; each target is checked like a first request
 * @param headers headers added to a request when it is sent, such as credentials; never stored, and
 *     never sent to another host after a redirect
 * @since 0.1.0
 */
public record UrlReaderPolicy(
    Set<String> allowedHosts,
    boolean plainHttp,
    long maxBytes,
    Duration timeout,
    int maxRedirects,
    Function<URI, Map<String, String>> headers) {

  /** Rejects every host. */
  public static final UrlReaderPolicy DENY_ALL = allowing();

  public UrlReaderPolicy {
    new Violations()
        .required(allowedHosts, "$.allowedHosts")
        .required(headers, "$.headers")
        .check(maxBytes >= 0, "$.maxBytes", "range", "must be 0 or more")
        .check(timeout != null && timeout.isPositive(), "$.timeout", "range", "must be positive")
        .check(maxRedirects >= 0, "$.maxRedirects", "range", "must be 0 or more")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    allowedHosts =
        allowedHosts.stream().map(UrlHosts::normalize).collect(Collectors.toUnmodifiableSet());
    Violations.require(
        allowedHosts.stream().allMatch(UrlHosts::isEntry),
        "$.allowedHosts",
        "pattern",
        "must contain only host names, with an optional *. before and :port after");
  }

  /** Allows the hosts over https, with 64 MiB, 60 seconds and 3 redirects. */
  public static UrlReaderPolicy allowing(String... hosts) {
    return new UrlReaderPolicy(
        Set.of(hosts), false, 64L * 1024 * 1024, Duration.ofSeconds(60), 3, uri -> Map.of());
  }

  public UrlReaderPolicy withPlainHttp(boolean plainHttp) {
    return new UrlReaderPolicy(allowedHosts, plainHttp, maxBytes, timeout, maxRedirects, headers);
  }

  public UrlReaderPolicy withMaxBytes(long maxBytes) {
    return new UrlReaderPolicy(allowedHosts, plainHttp, maxBytes, timeout, maxRedirects, headers);
  }

  public UrlReaderPolicy withTimeout(Duration timeout) {
    return new UrlReaderPolicy(allowedHosts, plainHttp, maxBytes, timeout, maxRedirects, headers);
  }

  public UrlReaderPolicy withMaxRedirects(int maxRedirects) {
    return new UrlReaderPolicy(allowedHosts, plainHttp, maxBytes, timeout, maxRedirects, headers);
  }

  public UrlReaderPolicy withHeaders(Function<URI, Map<String, String>> headers) {
    return new UrlReaderPolicy(allowedHosts, plainHttp, maxBytes, timeout, maxRedirects, headers);
  }

  /** Returns true if the scheme, host and port of the address are allowed. */
  public boolean allows(URI uri) {
    return uri.getHost() != null && uri.getRawUserInfo() == null && UrlHosts.allows(this, uri);
  }

  /**
   * Sends a text by POST, with the same checks as a fetch, and without following redirects. Ignores
   * the body of the response. Needs {@code org.apache.httpcomponents.client5:httpclient5}.
   *
   * @throws AdkException {@code E_URL_NOT_ALLOWED} for an address that the policy rejects
   * @throws IOException if the status is outside 200 to 299, or there is none in time
   */
  public void post(URI url, Map<String, String> headers, String body) throws IOException {
    new UrlFetcher(withMaxRedirects(0)).open(new UrlRequest(url, "POST", headers, body)).close();
  }
}
