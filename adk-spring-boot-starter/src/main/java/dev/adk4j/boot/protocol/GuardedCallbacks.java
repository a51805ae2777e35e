package dev.adk4j.boot.protocol;

import dev.adk4j.bytes.url.UrlReaderPolicy;
import dev.adk4j.error.AdkException;
import dev.adk4j.web.internal.protocol.CallbackSender;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.ClassUtils;

/** Sends requests to allowed hosts, by the client that refuses private addresses. */
record GuardedCallbacks(UrlReaderPolicy policy) implements CallbackSender {

  private static final String CLIENT = "org.apache.hc.client5.http.classic.HttpClient";

  /** Fails if the client is absent or an entry is not a host. */
  static CallbackSender to(List<String> hosts, String property) {
    if (!ClassUtils.isPresent(CLIENT, null)) {
      throw new InvalidConfigurationPropertyValueException(
          property,
          hosts,
          "needs Apache HttpClient: add org.apache.httpcomponents.client5:httpclient5");
    }
    try {
      return new GuardedCallbacks(
          UrlReaderPolicy.allowing(hosts.toArray(String[]::new))
              .withTimeout(Duration.ofSeconds(10)));
    } catch (AdkException e) {
      throw new InvalidConfigurationPropertyValueException(property, hosts, e.getMessage());
    }
  }

  @Override
  public boolean allows(URI url) {
    return policy.allows(url);
  }

  @Override
  public void send(URI url, Map<String, String> headers, String body) throws IOException {
    policy.post(url, headers, body);
  }
}
