package dev.adk4j.sample.web;

/** A request that is answered with a problem. */
final class ApiProblemException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ApiProblem problem;

  ApiProblemException(ApiProblem problem) {
    super(problem.name());
    this.problem = problem;
  }

  ApiProblem problem() {
    return problem;
  }
}
