package dev.adk4j.bytes.url;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One request: an http or https address without user information, GET or POST, and plain headers.
 *
 * @param body text of a POST; null for none
 */
record UrlRequest(URI uri, String method, Map<String, String> headers, @Nullable String body) {

  private static final Set<String> METHODS = Set.of("GET", "POST");

  private static final Pattern SECRET =
      Pattern.compile("authorization|cookie|api-?key|token|secret|password|credential|session");

  UrlRequest {
    uri = checked(uri);
    if (!METHODS.contains(method)) {
      throw invalid("The method must be GET or POST.", null);
    }
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    try {
      HttpRequest.Builder probe = HttpRequest.newBuilder(uri);
      headers.forEach(probe::header);
    } catch (IllegalArgumentException e) {
      throw invalid("A header cannot be sent.", e);
    }
  }

  UrlRequest(URI uri, String method, Map<String, String> headers) {
    this(uri, method, headers, null);
  }

  static UrlRequest fromLocator(JsonNode locator) {
    JsonNode init = locator.path("init");
    Map<String, String> headers = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> header : init.path("headers").properties()) {
      if (!header.getValue().isString() || isSecret(header.getKey())) {
        throw invalid("The locator's headers must be texts, and none may be a credential.", null);
      }
      headers.put(header.getKey(), header.getValue().stringValue());
    }
    return new UrlRequest(
        uri(locator.path("url")),
        init.path("method").stringValue("GET").toUpperCase(Locale.ROOT),
        headers);
  }

  /**
   * Returns the request without headers that contain credentials: the policy supplies those again.
   */
  JsonValue toLocator() {
    ObjectNode locator = Json.mapper().createObjectNode().put("url", uri.toString());
    ObjectNode init = Json.mapper().createObjectNode();
    if (!method.equals("GET")) {
      init.put("method", method);
    }
    Map<String, String> kept = withoutSecrets();
    if (!kept.isEmpty()) {
      init.set("headers", Json.mapper().valueToTree(kept));
    }
    if (!init.isEmpty()) {
      locator.set("init", init);
    }
    return JsonValue.of(locator);
  }

  /** Returns the request that follows a redirect; credentials are sent to their own host only. */
  UrlRequest redirected(URI target, int status) {
    boolean sameHost =
        UrlHosts.normalize(target.getHost()).equals(UrlHosts.normalize(uri.getHost()))
            && target.getPort() == uri.getPort()
            && target.getScheme().equals(uri.getScheme());
    return new UrlRequest(
        target,
        status == 307 || status == 308 ? method : "GET",
        sameHost ? headers : withoutSecrets());
  }

  private Map<String, String> withoutSecrets() {
    Map<String, String> kept = new LinkedHashMap<>(headers);
    kept.keySet().removeIf(UrlRequest::isSecret);
    return kept;
  }

  static boolean isSecret(String header) {
    return SECRET.matcher(header.toLowerCase(Locale.ROOT)).find();
  }

  static URI checked(URI uri) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw invalid("The address must begin with http: or https:.", null);
    }
    if (uri.getHost() == null || uri.getRawUserInfo() != null) {
      throw invalid("The address must name a host and no user.", null);
    }
    try {
      // Rebuilt from raw parts: decodes nothing and drops the fragment.
      String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
      String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
      return new URI(scheme + "://" + uri.getRawAuthority() + path + query);
    } catch (URISyntaxException e) {
      throw invalid("The address is not a URI.", e);
    }
  }

  private static URI uri(JsonNode text) {
    try {
      return new URI(text.stringValue(""));
    } catch (URISyntaxException e) {
      throw invalid("The locator has no url.", e);
    }
  }

  private static AdkException invalid(String message, @Nullable Throwable cause) {
    return new AdkException(AdkErrorCode.E_READER_LOCATOR_INVALID, message, cause);
  }

  /** Omits the headers, which may be credentials. */
  @Override
  public String toString() {
    return method + " " + uri;
  }
}
