package dev.adk4j.bytes.url;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Sends requests within a policy. Follows redirects itself, so that each target is checked. */
record UrlFetcher(UrlReaderPolicy policy, Supplier<UrlTransport> transport) {

  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  UrlFetcher(UrlReaderPolicy policy) {
    this(policy, UrlFetcher::shared);
  }

  InputStream open(UrlRequest first) throws IOException {
    long deadline = System.nanoTime() + policy.timeout().toNanos();
    UrlRequest request = first;
    for (int redirects = 0; ; redirects++) {
      if (!policy.allows(request.uri())) {
        throw refusal(request.uri(), "is not among the allowed hosts, ports and schemes");
      }
      UrlTransport.Answer answer = send(request, deadline);
      int status = answer.status();
      if (status >= 200 && status < 300) {
        return new BoundedBody(answer.body(), policy.maxBytes(), deadline);
      }
      answer.body().close();
      if (!REDIRECTS.contains(status)) {
        throw new IOException(request.uri().getHost() + " answered with status " + status + ".");
      }
      if (redirects == policy.maxRedirects()) {
        throw new IOException(
            first.uri().getHost() + " redirects more than " + redirects + " times.");
      }
      request = request.redirected(target(request, answer), status);
    }
  }

  private UrlTransport.Answer send(UrlRequest request, long deadline) throws IOException {
    Map<String, String> headers = new LinkedHashMap<>(request.headers());
    headers.putAll(policy.headers().apply(request.uri()));
    if (deadline - System.nanoTime() <= 0) {
      throw new HttpTimeoutException("The fetch took longer than " + policy.timeout() + ".");
    }
    return transport
        .get()
        .send(new UrlRequest(request.uri(), request.method(), headers, request.body()), deadline);
  }

  private static URI target(UrlRequest request, UrlTransport.Answer answer) throws IOException {
    String location = answer.location();
    if (location == null) {
      throw new IOException(request.uri().getHost() + " redirects without a target.");
    }
    try {
      return UrlRequest.checked(request.uri().resolve(location));
    } catch (IllegalArgumentException e) {
      throw new IOException(
          request.uri().getHost() + " redirects to a target that is not an address.", e);
    }
  }

  private static AdkException refusal(URI uri, String why) {
    return refusal(uri.getScheme() + "://" + uri.getRawAuthority(), why);
  }

  static AdkException refusal(String host, String why) {
    return AdkException.of(AdkErrorCode.E_URL_NOT_ALLOWED)
        .message(host + " " + why + ".")
        .args(host)
        .build();
  }

  private static UrlTransport shared() {
    try {
      return Shared.TRANSPORT;
    } catch (LinkageError e) {
      throw new AdkException(
          AdkErrorCode.E_NO_READER_RESOLVER,
          "Fetching a URL needs Apache HttpClient 5: add the dependency"
              + " org.apache.httpcomponents.client5:httpclient5.",
          e);
    }
  }

  /** Shared by all readers and created at the first fetch: the library may be absent. */
  private static final class Shared {
    static final UrlTransport TRANSPORT = new HttpClientTransport();
  }
}
