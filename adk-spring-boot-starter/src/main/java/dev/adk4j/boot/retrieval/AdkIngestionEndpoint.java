package dev.adk4j.boot.retrieval;

import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Actuator endpoint that shows the last run of each ingestion, in counts, and starts one. Present
 * only with {@code adk.retrieval.ingestion.endpoint=true}.
 */
@Endpoint(id = "adkingestion")
record AdkIngestionEndpoint(IngestionRuns ingestions) {

  /** Returns the state of each ingestion by the name of its bean. */
  @ReadOperation
  public Map<String, ?> runs() {
    return ingestions.runs();
  }

  /**
   * Starts a run in the background: returns 202, 409 if one is running, or 404 for an unknown name.
   *
   * @param name name of the bean; {@code adkIngestion} for the folder of the properties
   */
  @WriteOperation
  public WebEndpointResponse<Object> run(@Selector String name) {
    if (!ingestions.has(name)) {
      return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }
    int status = ingestions.start(name) ? 202 : 409;
    return new WebEndpointResponse<>(ingestions.runs().get(name), status);
  }
}
