package dev.adk4j.sample.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Rejects bodies of more than 1 MiB, or 6 MiB with files, by their {@code Content-Length} or else
 * while reading them.
 */
@Component
class RequestSizeFilter extends OncePerRequestFilter {

  private static final long MAX_BYTES = 1 << 20;
  private static final long MAX_BYTES_WITH_FILE = 6 << 20;

  private final JsonMapper json;

  RequestSizeFilter(JsonMapper json) {
    this.json = json;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String type = request.getContentType();
    boolean withFile =
        type != null
            && type.toLowerCase(Locale.ROOT).startsWith(MediaType.MULTIPART_FORM_DATA_VALUE);
    long limit = withFile ? MAX_BYTES_WITH_FILE : MAX_BYTES;
    if (request.getContentLengthLong() > limit) {
      response.setStatus(ApiProblem.TOO_LARGE.status().value());
      response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
      json.writeValue(response.getOutputStream(), ApiProblem.TOO_LARGE.problem());
      return;
    }
    chain.doFilter(new Limited(request, limit), response);
  }

  private static final class Limited extends HttpServletRequestWrapper {

    private final long limit;

    Limited(HttpServletRequest request, long limit) {
      super(request);
      this.limit = limit;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      return new LimitedStream(super.getInputStream(), limit);
    }
  }

  private static final class LimitedStream extends ServletInputStream {

    private final ServletInputStream body;
    private long left;

    LimitedStream(ServletInputStream body, long limit) {
      this.body = body;
      this.left = limit;
    }

    @Override
    public int read() throws IOException {
      int b = body.read();
      count(b < 0 ? 0 : 1);
      return b;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int n = body.read(buffer, offset, length);
      count(Math.max(n, 0));
      return n;
    }

    private void count(int bytes) throws IOException {
      left -= bytes;
      if (left < 0) {
        throw new RequestTooLargeException();
      }
    }

    @Override
    public boolean isFinished() {
      return body.isFinished();
    }

    @Override
    public boolean isReady() {
      return body.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      body.setReadListener(listener);
    }
  }
}
