package t04;

import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.spring.AiService;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

// A reload starts the turn again.
@SpringBootApplication(proxyBeanMethods = false)
@RestController
record App(Assistant assistant) {
  @AiService
  interface Assistant {
    TokenStream chat(String text);
  }

  @GetMapping("/stream")
  SseEmitter stream(@RequestParam String q) {
    var events = new SseEmitter();
    assistant.chat(q).onPartialResponse(text -> send(events, text))
        .onCompleteResponse(answer -> events.complete()).onError(events::completeWithError).start();
    return events;
  }

  static void send(SseEmitter events, String text) {
    try {
      events.send(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }
}
