package t04;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.*;
import reactor.core.publisher.Flux;

// A reload starts the turn again; words lose the blank in front of them in the browser.
@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(ChatClient.Builder chat) {
  @GetMapping(path = "/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  Flux<String> stream(@RequestParam String q) {
    return chat.build().prompt(q).stream().content();
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
