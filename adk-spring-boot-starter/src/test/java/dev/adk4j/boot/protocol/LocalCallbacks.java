package dev.adk4j.boot.protocol;

import dev.adk4j.web.internal.protocol.CallbackSender;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;

/** Reaches this machine only, which the library's own client refuses. */
final class LocalCallbacks implements CallbackSender {

  private final HttpClient client = HttpClient.newHttpClient();

  @Override
  public boolean allows(URI url) {
    return "http".equals(url.getScheme()) && "localhost".equals(url.getHost());
  }

  @Override
  public void send(URI url, Map<String, String> headers, String body) throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(url).POST(BodyPublishers.ofString(body));
    headers.forEach(request::header);
    try {
      HttpResponse<Void> response = client.send(request.build(), BodyHandlers.discarding());
      if (response.statusCode() >= 300) {
        throw new IOException("status " + response.statusCode());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
