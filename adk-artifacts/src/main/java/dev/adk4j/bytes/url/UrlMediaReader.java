package dev.adk4j.bytes.url;

import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.ReaderDescriptor;
import dev.adk4j.bytes.ReaderResolvers;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bytes of an http or https address. Every {@link #open()} sends a new request and
 * streams the body; the length is not known before. Throws {@code E_URL_NOT_ALLOWED} for an address
 * that the policy rejects, and an {@link IOException} for a status outside 200 to 299 and for a
 * body that is too large, interrupted or too slow. Connects only to checked addresses, directly and
 * never through a proxy. Thread-safe.
 *
 * <p>Needs {@code org.apache.httpcomponents.client5:httpclient5}, an optional dependency; otherwise
 * {@link #open()} throws {@code E_NO_READER_RESOLVER}.
 *
 * <p>Its descriptor contains the address, method and headers, but never a header with a credential:
 * the policy supplies those when the stored reader is opened.
 */
public final class UrlMediaReader implements MediaReader {

  /** The tag of its descriptor. */
  public static final String TAG = "media:fetch";

  private final UrlRequest request;
  private final UrlFetcher fetcher;

  /** Creates a GET without headers. */
  public UrlMediaReader(URI url, UrlReaderPolicy policy) {
    this(url, "GET", Map.of(), policy);
  }

  /**
   * @param method GET, or POST without a body
   * @param headers one value for each name
   */
  public UrlMediaReader(
      URI url, String method, Map<String, String> headers, UrlReaderPolicy policy) {
    this(new UrlRequest(url, method, headers), new UrlFetcher(policy));
  }

  UrlMediaReader(UrlRequest request, UrlFetcher fetcher) {
    this.request = request;
    this.fetcher = fetcher;
  }

  /**
   * Returns the resolver that restores stored readers within the policy; see {@link
   * ReaderResolvers#registerMedia}.
   */
  public static Function<JsonValue, @Nullable MediaReader> resolver(UrlReaderPolicy policy) {
    return locator ->
        new UrlMediaReader(UrlRequest.fromLocator(locator.node()), new UrlFetcher(policy));
  }

  @Override
  public InputStream open() throws IOException {
    return fetcher.open(request);
  }

  @Override
  public Optional<ReaderDescriptor> describe() {
    return Optional.of(new ReaderDescriptor(TAG, request.toLocator()));
  }

  /** Registers a resolver that rejects every host, for applications without a policy. */
  public static final class Refusing implements ReaderResolvers.Provider {

    @Override
    public void register(ReaderResolvers resolvers) {
      resolvers.registerMedia(TAG, resolver(UrlReaderPolicy.DENY_ALL));
    }
  }
}
