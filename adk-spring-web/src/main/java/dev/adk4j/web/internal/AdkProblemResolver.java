package dev.adk4j.web.internal;

import dev.adk4j.error.AdkException;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.method.annotation.ExceptionHandlerExceptionResolver;

/**
 * Writes a problem detail for an error of this library that leaves a controller or a filter. Runs
 * after the exception handlers of the application, and leaves all other errors to Spring.
 *
 * @param challenge the value of {@code WWW-Authenticate} in a response with status 401
 */
public record AdkProblemResolver(String challenge) implements HandlerExceptionResolver {

  private static final Logger log = LoggerFactory.getLogger(AdkProblemResolver.class);

  /**
   * Adds a resolver after the exception handlers of the application. Spring's own resolvers come
   * later: they examine causes, and mistake a disconnected provider for a disconnected client.
   */
  public static void addTo(List<HandlerExceptionResolver> resolvers, String challenge) {
    int place = 0;
    for (int i = 0; i < resolvers.size(); i++) {
      if (resolvers.get(i) instanceof ExceptionHandlerExceptionResolver) {
        place = i + 1;
      }
    }
    resolvers.add(place, new AdkProblemResolver(challenge));
  }

  /** Writes problem details for errors that leave a filter, which resolvers do not handle. */
  public static Filter filter(String challenge) {
    AdkProblemResolver resolver = new AdkProblemResolver(challenge);
    return (request, response, chain) -> {
      try {
        chain.doFilter(request, response);
      } catch (ServletException | RuntimeException e) {
        if (!(request instanceof HttpServletRequest asked)
            || !(response instanceof HttpServletResponse answer)
            || resolver.resolveException(asked, answer, null, e) == null) {
          throw e;
        }
      }
    };
  }

  @Override
  public @Nullable ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception failure) {
    AdkException e = ours(failure);
    if (e == null || response.isCommitted()) {
      return null;
    }
    if (AdkProblem.status(e) == 500) {
      log.error("{} left a {}", e.code(), handler == null ? "filter" : "controller", failure);
    }
    try {
      AdkProblem.write(e, challenge, EndpointRules.OWN, response);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
    return new ModelAndView();
  }

  /**
   * Failures are wrapped: a future's by the thread that waited for it, a filter's by the servlet
   * API.
   */
  private static @Nullable AdkException ours(Exception failure) {
    Throwable cause =
        failure instanceof CompletionException
                || failure instanceof ExecutionException
                || failure instanceof ServletException
            ? failure.getCause()
            : failure;
    return cause instanceof AdkException e ? e : null;
  }
}
