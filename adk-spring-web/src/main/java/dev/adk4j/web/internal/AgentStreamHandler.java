package dev.adk4j.web.internal;

import dev.adk4j.client.AgentStream;
import dev.adk4j.web.stream.TurnEventStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitterReturnValueHandler;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Writes an {@link AgentStream} that a controller method returns, alone or in a {@code
 * ResponseEntity}, as server-sent events. With a {@code Last-Event-ID}, the stream is not started:
 * it only provides the scope of the turn to resume reading.
 */
public record AgentStreamHandler(
    Supplier<TurnEventStream> events, HandlerMethodReturnValueHandler emitters)
    implements HandlerMethodReturnValueHandler {

  /**
   * Adds a handler before those of the adapter. A handler that a {@code WebMvcConfigurer} adds
   * comes after them: with Reactor, the handler for {@code Flow.Publisher} would process the
   * stream, and without it the one for bodies.
   */
  public static void addTo(RequestMappingHandlerAdapter adapter, Supplier<TurnEventStream> events) {
    List<HandlerMethodReturnValueHandler> present = adapter.getReturnValueHandlers();
    List<HandlerMethodReturnValueHandler> all = new ArrayList<>();
    all.add(
        new AgentStreamHandler(
            events, new ResponseBodyEmitterReturnValueHandler(adapter.getMessageConverters())));
    all.addAll(present == null ? List.of() : present);
    adapter.setReturnValueHandlers(all);
  }

  @Override
  public boolean supportsReturnType(MethodParameter type) {
    Class<?> body =
        ResponseEntity.class.isAssignableFrom(type.getParameterType())
            ? ResolvableType.forMethodParameter(type).as(ResponseEntity.class).resolveGeneric()
            : type.getParameterType();
    return body != null && AgentStream.class.isAssignableFrom(body);
  }

  @Override
  public void handleReturnValue(
      @Nullable Object value,
      MethodParameter type,
      ModelAndViewContainer container,
      NativeWebRequest request)
      throws Exception {
    Object response = value;
    if (value instanceof AgentStream stream) {
      response = emitter(stream, request);
    } else if (value instanceof ResponseEntity<?> entity
        && entity.getBody() instanceof AgentStream stream) {
      response =
          ResponseEntity.status(entity.getStatusCode())
              .headers(entity.getHeaders())
              .body(emitter(stream, request));
    }
    emitters.handleReturnValue(response, type, container, request);
  }

  private SseEmitter emitter(AgentStream stream, NativeWebRequest request) {
    String lastEventId = request.getHeader("Last-Event-ID");
    return lastEventId == null || lastEventId.isBlank()
        ? events.get().start(stream)
        : events.get().replay(stream.scope(), lastEventId);
  }
}
