package dev.adk4j.bytes.url;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.util.Timeout;

/**
 * Fetches with Apache HttpClient 5, whose resolver passes only the checked addresses to the client.
 * Uses no proxy, which would look up the name itself, and no cookies, retries or decompression;
 * headers are limited.
 */
final class HttpClientTransport implements UrlTransport {

  private static final int MAX_LINE = 16 * 1024;
  private static final int MAX_HEADERS = 200;

  private final CloseableHttpClient client;

  HttpClientTransport() {
    this(InetAddress::getAllByName, UrlHosts::isSpecial);
  }

  HttpClientTransport(HostLookup lookup, Predicate<InetAddress> refused) {
    Http1Config bounded =
        Http1Config.custom()
            .setMaxLineLength(MAX_LINE)
            .setMaxHeaderCount(MAX_HEADERS)
            .setMaxEmptyLineCount(10)
            .build();
    this.client =
        HttpClients.custom()
            .setConnectionManager(
                PoolingHttpClientConnectionManagerBuilder.create()
                    .setDnsResolver(new Checked(lookup, refused))
                    .setConnectionFactory(
                        ManagedHttpClientConnectionFactory.builder().http1Config(bounded).build())
                    .setMaxConnTotal(256)
                    .setMaxConnPerRoute(64)
                    .build())
            .disableRedirectHandling()
            .disableCookieManagement()
            .disableAuthCaching()
            .disableAutomaticRetries()
            .disableContentCompression()
            .build();
  }

  @Override
  public Answer send(UrlRequest request, long deadline) throws IOException {
    long left = Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
    HttpUriRequestBase sent = new HttpUriRequestBase(request.method(), request.uri());
    request.headers().forEach(sent::setHeader);
    if (request.body() != null) {
      sent.setEntity(new ByteArrayEntity(request.body().getBytes(StandardCharsets.UTF_8), null));
    }
    sent.setConfig(config(Timeout.ofMilliseconds(left)));
    CompletableFuture<Void> watch = UrlTransport.at(deadline, sent::abort);
    try {
      ClassicHttpResponse response = client.executeOpen(null, sent, null);
      Header location = response.getFirstHeader("Location");
      HttpEntity entity = response.getEntity();
      InputStream body = entity == null ? InputStream.nullInputStream() : entity.getContent();
      return new Answer(
          response.getCode(),
          location == null ? null : location.getValue(),
          new Body(body, sent, response));
    } catch (IOException e) {
      if (deadline - System.nanoTime() <= 0 || sent.isAborted()) {
        HttpTimeoutException late =
            new HttpTimeoutException("The request was not answered in time.");
        late.initCause(e);
        throw late;
      }
      throw e;
    } finally {
      watch.cancel(false);
    }
  }

  @SuppressWarnings("deprecation") // the connection manager's setting is shared by all policies
  private static RequestConfig config(Timeout left) {
    return RequestConfig.custom()
        .setConnectTimeout(left)
        .setConnectionRequestTimeout(left)
        .setResponseTimeout(left)
        .build();
  }

  /** Looks up the addresses of a host. */
  interface HostLookup {
    InetAddress[] addresses(String host) throws UnknownHostException;
  }

  /** Resolves a host to exactly the addresses to which the client connects. */
  private record Checked(HostLookup lookup, Predicate<InetAddress> refused) implements DnsResolver {

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      InetAddress[] addresses = lookup.addresses(host);
      for (InetAddress address : addresses) {
        if (refused.test(address)) {
          throw UrlFetcher.refusal(host, "resolves to a private or special address");
        }
      }
      return addresses;
    }

    @Override
    public String resolveCanonicalHostname(String host) {
      return host;
    }
  }

  /** Aborts the request when it is closed; the library would first read a response to its end. */
  private static final class Body extends FilterInputStream {

    private final HttpUriRequestBase request;
    private final ClassicHttpResponse response;
    private volatile boolean ended;

    Body(InputStream body, HttpUriRequestBase request, ClassicHttpResponse response) {
      super(body);
      this.request = request;
      this.response = response;
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      ended |= read < 0;
      return read;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read = super.read(buffer, offset, length);
      ended |= read < 0;
      return read;
    }

    @Override
    public void close() throws IOException {
      if (ended) {
        response.close();
        return;
      }
      request.abort();
      try {
        response.close();
      } catch (IOException e) {
        // The connection was closed deliberately; there is nothing more to release.
        ended = true;
      }
    }
  }
}
