package dev.adk4j.sample.web;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.limit.LimitException;
import java.util.Locale;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.converter.HttpMessageNotWritableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.util.DisconnectedClientHelper;

/** Maps all failures to problem details with a code and without a stack trace. */
@RestControllerAdvice
class ApiProblemAdvice extends ResponseEntityExceptionHandler {

  private static final Logger log = LoggerFactory.getLogger(ApiProblemAdvice.class);

  @ExceptionHandler
  ResponseEntity<ProblemDetail> problem(ApiProblemException e) {
    return answer(e.problem());
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> upload(MultipartException e) {
    return answer((isTooLarge(e) ? ApiProblem.TOO_LARGE : ApiProblem.MALFORMED_UPLOAD).problem());
  }

  /** Handles invalid query strings, which the web server detects. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> query(InvalidParameterException e) {
    return answer(ApiProblem.QUERY.problem());
  }

  /** Handles requests over a limit. They are not logged, because a flood causes many of them. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> limit(LimitException e) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status(e), e.help());
    problem.setProperty("code", e.code());
    return ResponseEntity.status(problem.getStatus())
        .header(HttpHeaders.RETRY_AFTER, String.valueOf(e.retryAfter().toSeconds()))
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem);
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> library(AdkException e) {
    if (e.errorCode() == AdkErrorCode.E_INPUT_TOO_LARGE) {
      return answer(ApiProblem.TOO_LARGE.problem());
    }
    HttpStatus status = status(e);
    if (status.is5xxServerError()) {
      log.error("A request failed.", e);
    }
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, e.help());
    problem.setProperty("code", e.code());
    return answer(problem);
  }

  /** Returns the library's status if a client can act on it; 500 for programming errors. */
  private static HttpStatus status(AdkException e) {
    HttpStatus known = HttpStatus.resolve(e.status());
    if (known == null || e.fatal()) {
      return HttpStatus.INTERNAL_SERVER_ERROR;
    }
    boolean forClients = known.is4xxClientError() || known == HttpStatus.SERVICE_UNAVAILABLE;
    return forClients ? known : HttpStatus.INTERNAL_SERVER_ERROR;
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> unexpected(Exception e) {
    log.error("A request failed.", e);
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(
            HttpStatus.INTERNAL_SERVER_ERROR, "The server failed; its log says why.");
    problem.setProperty("code", "E_INTERNAL");
    return answer(problem);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    if (isTooLarge(e)) {
      return asObject(ApiProblem.TOO_LARGE.problem());
    }
    Object handler =
        request.getAttribute(
            HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE, RequestAttributes.SCOPE_REQUEST);
    boolean decides =
        handler instanceof HandlerMethod method && method.getBeanType() == TurnController.class;
    return asObject((decides ? ApiProblem.DECISION : ApiProblem.MALFORMED).problem());
  }

  /**
   * Handles clients that accept no JSON or have disconnected. They are not logged, because each
   * request would add a line.
   */
  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotWritable(
      HttpMessageNotWritableException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    if (DisconnectedClientHelper.isClientDisconnectedException(e)) {
      return null;
    }
    if (e.getCause() != null) {
      log.error("An answer could not be written.", e);
      return super.handleHttpMessageNotWritable(e, headers, status, request);
    }
    return asObject(ApiProblem.NOT_ACCEPTABLE.problem());
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleMaxUploadSizeExceededException(
      MaxUploadSizeExceededException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return asObject(ApiProblem.TOO_LARGE.problem());
  }

  /** Handles requests with a missing or empty multipart boundary. */
  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMediaTypeNotSupported(
      HttpMediaTypeNotSupportedException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    return type != null && type.toLowerCase(Locale.ROOT).startsWith("multipart/")
        ? asObject(ApiProblem.MALFORMED_UPLOAD.problem())
        : super.handleHttpMediaTypeNotSupported(e, headers, status, request);
  }

  private static boolean isTooLarge(Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof RequestTooLargeException
          || cause instanceof MaxUploadSizeExceededException) {
        return true;
      }
    }
    return false;
  }

  /** Adds a code with the status to Spring's own problems (405, 406, 415 …). */
  @Override
  protected ResponseEntity<Object> createResponseEntity(
      @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    if (body instanceof ProblemDetail problem
        && (problem.getProperties() == null || !problem.getProperties().containsKey("code"))) {
      HttpStatus known = HttpStatus.resolve(status.value());
      problem.setProperty("code", "E_HTTP_" + (known == null ? status.value() : known.name()));
    }
    return ResponseEntity.status(status)
        .headers(headers)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(body);
  }

  private static ResponseEntity<Object> asObject(ProblemDetail problem) {
    return ResponseEntity.status(problem.getStatus())
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem);
  }

  private static ResponseEntity<ProblemDetail> answer(ProblemDetail problem) {
    return ResponseEntity.status(problem.getStatus())
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem);
  }
}
