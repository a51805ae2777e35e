package dev.adk4j.schema;

import com.networknt.schema.Schema;
import com.networknt.schema.path.NodePath;
import com.networknt.schema.path.PathType;
import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violations;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Fills a schema's defaults into values; optionally also replaces a null that the schema does not
 * accept. Immutable.
 */
final class Defaults {

  /** Limits the work for one value; references may be cyclic, alternatives multiply. */
  private static final int MAX_STEPS = 100_000;

  private static final int MAX_HOPS = 32;

  private final JsonNode root;
  private final Schema compiled;
  private final boolean hasAny;
  private final boolean nullsAreAbsent;

  /**
   * @param nullsAreAbsent true to treat a null of an optional, non-nullable property as absent:
   *     some models write it for each argument they omit
   */
  Defaults(JsonNode root, Schema compiled, boolean nullsAreAbsent) {
    this.root = root;
    this.compiled = compiled;
    this.hasAny = root.findValue("default") != null;
    this.nullsAreAbsent = nullsAreAbsent;
  }

  void fill(JsonNode value) {
    if (hasAny || (nullsAreAbsent && holdsNull(value))) {
      new Filling().fill(new Position(root, List.of()), value, 0);
    }
  }

  /** As deep as {@link JsonShape} permits. */
  private static boolean holdsNull(JsonNode value) {
    return value.isNull() || value.valueStream().anyMatch(Defaults::holdsNull);
  }

  /** Throws {@link ValidationException} if a default does not match its own schema. */
  void checkThatTheyFit() {
    if (!hasAny) {
      return;
    }
    Violations violations = new Violations();
    check(new Position(root, List.of()), "$", violations);
    SchemaRules.throwIfAny(violations);
  }

  private void check(Position at, String path, Violations violations) {
    JsonNode stated = at.schema.get("default");
    if (stated != null) {
      JsonNode complete = stated.deepCopy();
      new Filling().fill(at, complete, 0);
      try {
        Validators.validate(at.compiled(compiled), complete);
      } catch (ValidationException e) {
        violations.addAll(path + ".default", e);
      }
    }
    SchemaParts.forEach(
        at.schema,
        (part, steps) -> check(at.into(steps), SchemaParts.path(path, steps), violations));
  }

  /** A position in the schema document. */
  private record Position(JsonNode schema, List<Object> steps) {

    Position into(Object... more) {
      return new Position(
          SchemaPointers.walk(schema, List.of(more)), SchemaPointers.plus(steps, more));
    }

    Schema compiled(Schema root) {
      NodePath location = new NodePath(PathType.JSON_POINTER);
      for (Object step : steps) {
        location =
            step instanceof Integer index ? location.append(index) : location.append((String) step);
      }
      return steps.isEmpty() ? root : root.getSubSchema(location);
    }
  }

  /** The state of filling one value. */
  private final class Filling {

    private int steps;

    void fill(Position at, JsonNode value, int hops) {
      if (++steps > MAX_STEPS) {
        throw SchemaErrors.refused("complexity", "takes too much work to fill in defaults");
      }
      if (!at.schema.isObject() || hops > MAX_HOPS || !value.isContainer()) {
        return;
      }
      Position target = referenced(at);
      if (target != null) {
        fill(target, value, hops + 1);
      }
      for (int i = 0; i < at.schema.path("allOf").size(); i++) {
        fill(at.into("allOf", i), value, hops + 1);
      }
      alternative(at, "anyOf", value, hops);
      alternative(at, "oneOf", value, hops);
      if (value instanceof ObjectNode object) {
        members(at, object);
      } else {
        elements(at, value);
      }
    }

    private void alternative(Position at, String keyword, JsonNode value, int hops) {
      if (!fillFirst(at, keyword, value, hops, false) && nullsAreAbsent && holdsNull(value)) {
        fillFirst(at, keyword, value, hops, true);
      }
    }

    /** Fills the first alternative that the value fits, as it is or when it is filled. */
    private boolean fillFirst(
        Position at, String keyword, JsonNode value, int hops, boolean whenFilled) {
      for (int i = 0; i < at.schema.path(keyword).size(); i++) {
        Position alternative = at.into(keyword, i);
        steps += 100;
        JsonNode tried = whenFilled ? value.deepCopy() : value;
        if (whenFilled) {
          fill(alternative, tried, hops + 1);
        }
        if (Validators.fits(alternative.compiled(compiled), tried)) {
          fill(alternative, value, hops + 1);
          return true;
        }
      }
      return false;
    }

    private void members(Position at, ObjectNode object) {
      JsonNode properties = at.schema.path("properties");
      for (String name : properties.propertyNames()) {
        Position property = at.into("properties", name);
        if (nullsAreAbsent && object.path(name).isNull() && !takesNull(at, name, property)) {
          object.remove(name);
        }
        if (!object.has(name)) {
          JsonNode missing = defaultOf(property, 0);
          if (missing != null) {
            object.set(name, missing.deepCopy());
          }
        }
        JsonNode member = object.get(name);
        if (member != null) {
          fill(property, member, 0);
        }
      }
      if (at.schema.path("additionalProperties").isObject()) {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
          if (!properties.has(member.getKey())) {
            fill(at.into("additionalProperties"), member.getValue(), 0);
          }
        }
      }
    }

    /** Returns true if the property accepts null, or is required so that validation reports it. */
    private boolean takesNull(Position at, String name, Position property) {
      steps += 100;
      return at.schema
              .path("required")
              .valueStream()
              .anyMatch(r -> name.equals(r.stringValue(null)))
          || Validators.fits(property.compiled(compiled), NullNode.getInstance());
    }

    private void elements(Position at, JsonNode array) {
      int fixed = at.schema.path("prefixItems").size();
      for (int i = 0; i < array.size(); i++) {
        if (i < fixed) {
          fill(at.into("prefixItems", i), array.get(i), 0);
        } else if (at.schema.path("items").isObject()) {
          fill(at.into("items"), array.get(i), 0);
        }
      }
    }

    private @Nullable JsonNode defaultOf(Position at, int hops) {
      JsonNode own = at.schema.get("default");
      if (own != null || !at.schema.isObject() || hops > MAX_HOPS) {
        return own;
      }
      Position target = referenced(at);
      JsonNode inherited = target == null ? null : defaultOf(target, hops + 1);
      for (int i = 0; inherited == null && i < at.schema.path("allOf").size(); i++) {
        inherited = defaultOf(at.into("allOf", i), hops + 1);
      }
      return inherited;
    }

    private @Nullable Position referenced(Position at) {
      String reference = at.schema.path("$ref").stringValue(null);
      List<Object> steps = reference == null ? null : SchemaPointers.steps(root, reference);
      return steps == null ? null : new Position(SchemaPointers.walk(root, steps), steps);
    }
  }
}
