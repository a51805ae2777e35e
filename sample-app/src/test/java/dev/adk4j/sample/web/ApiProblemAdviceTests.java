package dev.adk4j.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotWritableException;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;

/** Answers that cannot be written. */
@ExtendWith(OutputCaptureExtension.class)
class ApiProblemAdviceTests {

  private static ResponseEntity<Object> answer(Throwable cause) {
    return new ApiProblemAdvice()
        .handleHttpMessageNotWritable(
            new HttpMessageNotWritableException("Could not write JSON", cause),
            new HttpHeaders(),
            HttpStatus.INTERNAL_SERVER_ERROR,
            new ServletWebRequest(new MockHttpServletRequest(), new MockHttpServletResponse()));
  }

  @Test
  void leavingClientWritesNothingToTheLog(CapturedOutput output) {
    IOException reset = new IOException("Connection reset by peer");

    assertThat(answer(new AsyncRequestNotUsableException("failed to write", reset))).isNull();

    assertThat(output).doesNotContain("could not be written");
  }

  @Test
  void aFailureOfTheServersOwnIsLogged(CapturedOutput output) {
    assertThat(answer(new IllegalStateException("no such getter"))).isNotNull();

    assertThat(output).contains("could not be written").contains("no such getter");
  }
}
