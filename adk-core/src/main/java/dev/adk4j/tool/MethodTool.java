package dev.adk4j.tool;

import com.github.victools.jsonschema.generator.SchemaBuilder;
import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolGuard;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Media;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.JsonValue;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Adapts one annotated method to a tool. */
final class MethodTool implements Tool.Handler {

  /** The names that all providers accept. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private static final Pattern TIME = Pattern.compile("([1-9][0-9]{0,5})(ms|s|m|h)");

  private final Supplier<?> bean;
  private final Method method;
  private final AgentTool stated;
  private final BoundTypes bound;
  private final Type generic;
  private final Class<?> returned;
  private final String path;
  private final List<MethodParameter> parameters = new ArrayList<>();
  private final Violations violations = new Violations();

  private MethodTool(Supplier<?> bean, Method method, AgentTool stated, BoundTypes bound) {
    this.bean = bean;
    this.method = method;
    this.stated = stated;
    this.bound = bound;
    this.generic = bound.resolve(method.getGenericReturnType());
    this.returned = bound.raw(method.getGenericReturnType());
    this.path = "$." + method.getName();
  }

  /** Returns the tool, or null if a violation was added. */
  static @Nullable Tool of(
      Supplier<?> bean,
      Method method,
      AgentTool stated,
      BoundTypes bound,
      ArtifactTypes types,
      Violations violations) {
    MethodTool tool = new MethodTool(bean, method, stated, bound);
    Tool built = tool.build(types);
    tool.violations.found().forEach(v -> violations.add(v.path(), v.rule(), v.message()));
    return built;
  }

  static String nameOf(Method method, AgentTool stated) {
    return stated.name().isEmpty() ? method.getName() : stated.name();
  }

  private String description() {
    return stated.value().isEmpty() ? stated.description() : stated.value();
  }

  private @Nullable Tool build(ArtifactTypes types) {
    readParameters();
    String refusal = ToolOutputs.refusal(returned, generic, stated.artifactTool());
    check(refusal == null, "returns", String.valueOf(refusal));
    check(!description().isEmpty(), "empty", "needs a description");
    check(
        NAME.matcher(nameOf(method, stated)).matches(),
        "name",
        "has the name '"
            + nameOf(method, stated)
            + "', which providers reject: use 1 to 64 letters, digits, _ and -");
    check(
        stated.value().isEmpty()
            || stated.description().isEmpty()
            || stated.value().equals(stated.description()),
        "description",
        "has two descriptions: leave out value or description");
    check(stated.approvalTimeoutSeconds() >= 0, "range", "has a negative approval timeout");
    check(
        stated.approval() != Approval.NONE
            || (stated.approvalTimeoutSeconds() == 0
                && stated.approvalRole().isEmpty()
                && stated.approvalWhen().isEmpty()),
        "approval",
        "has a timeout, a role or a condition of an approval but requires no approval");
    check(
        stated.approvalRole().isEmpty() || ApprovalGuard.isRole(stated.approvalRole()),
        "approval",
        "has an approval role that is not of letters, digits and . - _ :");
    Method condition = condition();
    check(
        stated.approvalWhen().isEmpty() || condition != null,
        "approval",
        "has the condition '"
            + stated.approvalWhen()
            + "', which is no method: its class needs a non-private method of that name, "
            + "with the same parameters, that returns boolean");
    check(
        stated.timeout().isEmpty() || timeout() != null,
        "timeout",
        "has the timeout '" + stated.timeout() + "', which must be like 500ms, 30s, 2m or 1h");
    check(
        !Modifier.isPrivate(method.getModifiers()),
        "access",
        "is private, and a proxy of its bean does not reach it: remove the modifier");
    try {
      method.setAccessible(true);
    } catch (InaccessibleObjectException | SecurityException e) {
      violations.add(
          path, "access", "cannot be called: make it and its class public, or open its package");
    }
    if (!violations.isEmpty()) {
      return null;
    }
    try {
      return builder(types).build();
    } catch (AdkException e) {
      if (e.getCause() instanceof ValidationException details) {
        violations.addAll(path, details);
      } else {
        violations.add(path, "artifactType", String.valueOf(e.getMessage()));
      }
      return null;
    }
  }

  private void check(boolean holds, String rule, String message) {
    violations.check(holds, path, rule, message);
  }

  private void readParameters() {
    Set<String> names = new HashSet<>();
    for (Parameter parameter : method.getParameters()) {
      String at = path + "." + parameter.getName();
      MethodParameter read = MethodParameter.of(parameter, bound, at, violations);
      parameters.add(read);
      if (read instanceof MethodParameter.Argument argument) {
        violations.check(
            names.add(argument.name()), at, "name", "has the name of another parameter");
      }
    }
  }

  private Tool.Builder builder(ArtifactTypes types) {
    String name = nameOf(method, stated);
    Tool.Builder builder = stated.artifactTool() ? Tool.artifactTool(name) : Tool.builder(name);
    if (!stated.artifactType().isEmpty()) {
      builder.artifactType(types.byId(stated.artifactType()));
    } else if (!stated.artifactTool() && ToolOutputs.isJson(returned, generic)) {
      builder.artifactType(ArtifactTypes.forJson());
    }
    return builder
        .description(description())
        .trusted(stated.trusted())
        .ephemeral(stated.ephemeral())
        .readOnly(stated.readOnly())
        .parallel(stated.parallel())
        .afterCrash(stated.afterCrash())
        .timeout(timeout())
        .onCollision(stated.onCollision())
        .guard(guard())
        .inputSchema(ToolSchema.of(schema()).withCheck(this::check))
        .handler(this);
  }

  private @Nullable Duration timeout() {
    Matcher time = TIME.matcher(stated.timeout());
    if (!time.matches()) {
      return null;
    }
    return time.group(2).equals("ms")
        ? Duration.ofMillis(Long.parseLong(time.group(1)))
        : Duration.parse("PT" + stated.timeout());
  }

  private @Nullable ToolGuard guard() {
    if (stated.approval() == Approval.NONE) {
      return null;
    }
    ApprovalGuard guard =
        stated.approvalTimeoutSeconds() == 0
            ? ApprovalGuard.required()
            : ApprovalGuard.required(Duration.ofSeconds(stated.approvalTimeoutSeconds()));
    guard = stated.approval() == Approval.BY_USER ? guard.byUser() : guard;
    guard = stated.approvalRole().isEmpty() ? guard : guard.role(stated.approvalRole());
    Method condition = condition();
    return condition == null
        ? guard
        : guard.when(
            (tool, args, ctx) ->
                Boolean.TRUE.equals(
                    invoke(condition, args, new ToolContext(ctx, tool.meta(), null))));
  }

  /** Returns the method of {@link AgentTool#approvalWhen}; null if none is named or none fits. */
  private @Nullable Method condition() {
    if (stated.approvalWhen().isEmpty()) {
      return null;
    }
    try {
      Method found =
          method
              .getDeclaringClass()
              .getDeclaredMethod(stated.approvalWhen(), method.getParameterTypes());
      if (found.getReturnType() != boolean.class || Modifier.isPrivate(found.getModifiers())) {
        return null;
      }
      found.setAccessible(true);
      return found;
    } catch (NoSuchMethodException | InaccessibleObjectException | SecurityException e) {
      return null;
    }
  }

  private JsonValue schema() {
    ObjectNode schema = ToolJson.MAPPER.createObjectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = ToolJson.MAPPER.createArrayNode();
    SchemaBuilder builder = JavaSchemas.builder();
    for (MethodParameter.Argument argument : arguments()) {
      argument.describe(properties, builder);
      if (argument.required()) {
        required.add(argument.name());
      }
    }
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    JavaSchemas.finish(builder, schema);
    for (MethodParameter.Argument argument : arguments()) {
      argument.annotate(properties);
    }
    return JsonValue.of(JavaSchemas.plain(schema));
  }

  private List<MethodParameter.Argument> arguments() {
    return parameters.stream()
        .filter(MethodParameter.Argument.class::isInstance)
        .map(MethodParameter.Argument.class::cast)
        .toList();
  }

  private void check(JsonNode args, Violations violations) {
    arguments().forEach(argument -> argument.check(args, violations));
  }

  @Override
  public ToolOutput handle(JsonNode args, DispatchContext ctx, Attributes meta) throws Exception {
    return handle(args, ctx, meta, null);
  }

  /** Calls the method. */
  @Override
  public ToolOutput handle(
      JsonNode args, DispatchContext ctx, Attributes meta, @Nullable String recordId)
      throws Exception {
    Object result = invoke(method, args, new ToolContext(ctx, meta, recordId));
    return result instanceof Collection<?> items
            && items.isEmpty()
            && !ToolOutputs.isJson(returned, generic)
        ? ToolOutput.media(List.<Media>of())
        : ToolOutputs.of(result, returned);
  }

  /** Calls a method that has the parameters of the tool's method. */
  private @Nullable Object invoke(Method method, JsonNode args, ToolContext call) throws Exception {
    @Nullable Object[] values = new @Nullable Object[parameters.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = parameters.get(i).value(args, call);
    }
    try {
      Object target = bean.get();
      return callable(method, target).invoke(target, values);
    } catch (InvocationTargetException e) {
      throw unwrapped(e);
    }
  }

  /** Returns the method; for an interface-only proxy, the interface method that can be called. */
  private Method callable(Method method, Object target) throws NoSuchMethodException {
    if (method.getDeclaringClass().isInstance(target)) {
      return method;
    }
    for (Class<?> implemented : target.getClass().getInterfaces()) {
      for (Method candidate : implemented.getMethods()) {
        if (bound.signature(candidate).equals(bound.signature(method))) {
          candidate.setAccessible(true);
          return candidate;
        }
      }
    }
    throw new NoSuchMethodException(
        method + " cannot be called on a proxy of interfaces: declare it in one of them");
  }

  private static Exception unwrapped(InvocationTargetException e) {
    return switch (e.getCause()) {
      case Exception thrown -> thrown;
      case Error error -> throw error;
      case null, default -> e;
    };
  }
}
