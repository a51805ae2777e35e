package com.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class ShopTests {

  @LocalServerPort private int port;

  private String get(String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @Test
  void streamsWhatTheToolFound() throws Exception {
    assertThat(get("/")).contains("EventSource");
    assertThat(get("/chat?id=c1&text=Where%20is%20order%204711%3F"))
        .contains("Order 4711 is on its way.", "event:end", "id:");
  }

  @Test
  void sortsMailWithTheSmallModel() throws Exception {
    assertThat(get("/category?text=I%20want%20my%20money%20back")).contains("REFUND");
  }
}
