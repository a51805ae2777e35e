package dev.adk4j.fuzz;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.endpoint.annotation.DiscoveredEndpoint;
import org.springframework.boot.actuate.endpoint.web.ExposableWebEndpoint;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.boot.actuate.endpoint.web.WebOperation;
import org.springframework.boot.actuate.endpoint.web.WebOperationRequestPredicate;
import org.springframework.context.ApplicationContext;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** What an application serves with classes of this project, as the application itself says it. */
final class Routes {

  private static final String OURS = "dev.adk4j.";

  private Routes() {}

  /** Such as {@code POST /adk/gates/{ref}}, followed by the media type where it takes only that. */
  static Set<String> of(ApplicationContext application) {
    Set<String> routes = new TreeSet<>();
    for (RequestMappingHandlerMapping mapping :
        application.getBeansOfType(RequestMappingHandlerMapping.class).values()) {
      for (Map.Entry<RequestMappingInfo, HandlerMethod> route :
          mapping.getHandlerMethods().entrySet()) {
        if (route.getValue().getBeanType().getName().startsWith(OURS)) {
          add(routes, route.getKey());
        }
      }
    }
    String base = application.getBean(WebEndpointProperties.class).getBasePath();
    for (ExposableWebEndpoint endpoint :
        application.getBean(WebEndpointsSupplier.class).getEndpoints()) {
      if (endpoint instanceof DiscoveredEndpoint<?> known
          && known.getEndpointBean().getClass().getName().startsWith(OURS)) {
        for (WebOperation operation : endpoint.getOperations()) {
          WebOperationRequestPredicate at = operation.getRequestPredicate();
          routes.add(at.getHttpMethod() + " " + base + "/" + at.getPath());
        }
      }
    }
    return routes;
  }

  private static void add(Set<String> routes, RequestMappingInfo mapping) {
    for (String path : mapping.getPatternValues()) {
      for (RequestMethod method : mapping.getMethodsCondition().getMethods()) {
        String types =
            mapping.getConsumesCondition().getConsumableMediaTypes().stream()
                .map(type -> " " + type)
                .sorted()
                .reduce("", String::concat);
        routes.add(method + " " + path + types);
      }
    }
  }
}
