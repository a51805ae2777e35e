package dev.adk4j.sample.web;

import org.springframework.http.ProblemDetail;

/** Signals an invalid request, with its problem. */
final class ApiProblemException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ApiProblem problem;
  private final String more;

  ApiProblemException(ApiProblem problem) {
    this(problem, "");
  }

  /**
   * @param more details of this problem
   */
  ApiProblemException(ApiProblem problem, String more) {
    super(problem.name());
    this.problem = problem;
    this.more = more;
  }

  ProblemDetail problem() {
    return problem.problem(more);
  }
}
