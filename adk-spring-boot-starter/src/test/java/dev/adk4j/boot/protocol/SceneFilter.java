package dev.adk4j.boot.protocol;

import dev.adk4j.boot.Callers;
import dev.adk4j.client.Conversation;
import dev.adk4j.web.internal.protocol.ProtocolTurns;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Plays what a server of ours would not do, but the scene has: a bearer token is a user, somebody
 * is not let in because of what they say, a stream is in the wrong order, and a turn runs in the
 * conversation {@code running} whenever somebody comes back to it.
 */
final class SceneFilter extends OncePerRequestFilter {

  private final Supplier<ProtocolTurns> turns;
  private final Function<String, Conversation> running;
  private final SceneScript script;
  private final boolean guests;
  private final SceneNames names = new SceneNames();

  SceneFilter(
      Supplier<ProtocolTurns> turns,
      Function<String, Conversation> running,
      SceneScript script,
      boolean guests) {
    this.turns = turns;
    this.running = running;
    this.script = script;
    this.guests = guests;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String user = user(request);
    if (user == null) {
      chain.doFilter(request, response);
    } else if (request.getRequestURI().equals("/api/chat/running/stream")) {
      resume(as(user, request, null), response, chain, user);
    } else if (user.equals("t") && request.getMethod().equals("POST") && isNamed(request)) {
      String body =
          names.minted(new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      HttpServletRequest said = as(user, request, body.getBytes(StandardCharsets.UTF_8));
      if (request.getRequestURI().startsWith("/agui")) {
        run(said, response, chain, body);
      } else if (request.getRequestURI().startsWith("/a2a")) {
        chain.doFilter(said, names.noting(response));
      } else {
        say(said, response, chain, body);
      }
    } else {
      chain.doFilter(as(user, request, null), response);
    }
  }

  private @Nullable String user(HttpServletRequest request) {
    String token = Callers.bearer(request);
    if (token == null) {
      return guests ? "guest" : null;
    }
    return token.equals("wrong") ? null : token;
  }

  /** Returns true where the clients of the scene name gates and calls. */
  private static boolean isNamed(HttpServletRequest request) {
    String path = request.getRequestURI();
    return !path.startsWith("/v1") && !path.startsWith("/mcp") && !path.startsWith("/adk");
  }

  private void resume(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain, String user)
      throws ServletException, IOException {
    script.replaying = new CountDownLatch(1);
    turns.get().start(null, "", () -> running.apply(user).stream("replay"));
    chain.doFilter(request, response);
    script.replaying.countDown();
  }

  private void run(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain, String body)
      throws ServletException, IOException {
    if (body.contains("\"content\":\"bad\"")) {
      response.setContentType("text/event-stream");
      response
          .getWriter()
          .write(
              "data: {\"type\":\"RUN_STARTED\",\"threadId\":\"thread-1\",\"runId\":\"r\"}\n\n"
                  + "data: {\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"x\","
                  + "\"delta\":\"no start\"}\n\n");
    } else {
      chain.doFilter(request, names.renaming(response));
    }
  }

  private static void say(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain, String body)
      throws ServletException, IOException {
    if (body.contains("\"text\":\"401\"") && !body.contains("\"text\":\"slow\"")) {
      response.setStatus(401);
      response.setContentType("text/plain");
      response.getWriter().write("Not you.");
    } else {
      chain.doFilter(request, response);
    }
  }

  private static HttpServletRequest as(
      String user, HttpServletRequest request, byte @Nullable [] body) {
    Principal principal = () -> user;
    return new HttpServletRequestWrapper(request) {
      @Override
      public Principal getUserPrincipal() {
        return principal;
      }

      @Override
      public int getContentLength() {
        return body == null ? super.getContentLength() : body.length;
      }

      @Override
      public long getContentLengthLong() {
        return body == null ? super.getContentLengthLong() : body.length;
      }

      @Override
      public ServletInputStream getInputStream() throws IOException {
        return body == null ? super.getInputStream() : new Bytes(body);
      }
    };
  }

  /** A body that was read before. */
  private static final class Bytes extends ServletInputStream {

    private final ByteArrayInputStream bytes;

    private Bytes(byte[] body) {
      this.bytes = new ByteArrayInputStream(body);
    }

    @Override
    public int read() {
      return bytes.read();
    }

    @Override
    public boolean isFinished() {
      return bytes.available() == 0;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
      throw new UnsupportedOperationException();
    }
  }
}
