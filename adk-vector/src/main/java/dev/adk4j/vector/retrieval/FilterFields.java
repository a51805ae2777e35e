package dev.adk4j.vector.retrieval;

import dev.adk4j.error.AdkException;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.JsonValue;
import dev.adk4j.vector.CollectionSpec.FieldType;
import dev.adk4j.vector.FilterOperator;
import dev.adk4j.vector.VectorErrors;
import dev.adk4j.vector.VectorFilter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Fields that a model's filter may name, each with its type and operators. All else is rejected:
 * other fields, other types, nested groups, negations of groups, raw fragments, long lists. The
 * result only narrows a search, see {@link CollectionRetriever#filtered}. Immutable.
 *
 * {@snippet :
 * FilterFields fields = FilterFields.NONE
 *     .with("language", FieldType.STRING, FilterOperator.EQ, FilterOperator.IN)
 *     .with("year", FieldType.INTEGER, FilterOperator.GTE, FilterOperator.LTE);
 * Retriever guides = CollectionRetriever.of(db, "guides", TrustTier.FIRST_PARTY)
 *     .within(Ingestion::visibleTo)
 *     .filtered(fields, chatModel::call);
 * }
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class FilterFields {

  /** Without any field: rejects every proposal with a condition. */
  public static final FilterFields NONE = new FilterFields(Map.of());

  private static final int LONGEST_JSON = 4_000;
  private static final int LONGEST_TEXT = 200;
  private static final int MOST_CONDITIONS = 8;
  private static final int MOST_VALUES = 20;

  /** Fields that name the owner of a record. */
  private static final Set<String> RESERVED = Set.of("id", PassageCollection.FIELD);

  private record Field(FieldType type, Set<FilterOperator> operators) {

    List<String> words() {
      Stream<String> names = operators.stream().map(FilterOperator::wire).sorted();
      return Stream.concat(Stream.of(type.name().toLowerCase(Locale.ROOT)), names).toList();
    }
  }

  private final Map<String, Field> fields;

  private FilterFields(Map<String, Field> fields) {
    this.fields = fields;
  }

  /**
   * Returns these fields and an additional one.
   *
   * @param name name in the metadata; not {@code id} and {@code index}, which name the owner of a
   *     record
   * @param type any but {@code JSON}
   * @param operators at least one operator for comparisons of the field
   */
  public FilterFields with(String name, FieldType type, FilterOperator... operators) {
    String first = name.split("\\.", -1)[0];
    if (first.isEmpty() || RESERVED.contains(first)) {
      throw VectorErrors.invalidConfig("a model's filter must not name the field '" + name + "'");
    }
    if (type == FieldType.JSON || operators.length == 0) {
      throw VectorErrors.invalidConfig(
          "the field '"
              + name
              + "' of a model's filter needs operators and a type other than JSON");
    }
    Map<String, Field> more = new LinkedHashMap<>(fields);
    more.put(name, new Field(type, Set.of(operators)));
    return new FilterFields(more);
  }

  /**
   * Returns the filter of a proposal: a JSON array of objects with {@code field}, {@code op} and
   * {@code value}, all of which must match. An empty array matches everything.
   *
   * @throws AdkException {@code E_VECTOR_STORE_QUERY_CONFLICT} for any other proposal. The message
   *     names the condition by its position and repeats no text of the proposal
   */
  public VectorFilter read(String proposal) {
    if (proposal.length() > LONGEST_JSON) {
      throw refused("it has more than " + LONGEST_JSON + " characters");
    }
    JsonNode conditions = parse(proposal);
    if (!conditions.isArray() || conditions.size() > MOST_CONDITIONS) {
      throw refused("it is not an array of at most " + MOST_CONDITIONS + " conditions");
    }
    List<VectorFilter> all = new ArrayList<>();
    for (JsonNode condition : conditions) {
      all.add(condition(condition, "condition " + (all.size() + 1)));
    }
    return new VectorFilter.And(all);
  }

  private static JsonNode parse(String proposal) {
    try {
      return JsonValue.parse(proposal).node();
    } catch (AdkException e) {
      throw refused("it is not valid JSON");
    }
  }

  private VectorFilter condition(JsonNode json, String which) {
    Set<String> keys = json.isObject() ? Set.copyOf(json.propertyNames()) : Set.of();
    if (!keys.equals(Set.of("field", "op", "value"))
        || !json.path("field").isString()
        || !json.path("op").isString()) {
      throw refused(which + " is not an object of field, op and value");
    }
    String name = json.path("field").stringValue();
    Field field = fields.get(name);
    if (field == null) {
      throw refused(which + " names a field that is not on the list");
    }
    String op = json.path("op").stringValue();
    FilterOperator operator =
        field.operators.stream()
            .filter(allowed -> allowed.wire().equals(op))
            .findFirst()
            .orElseThrow(() -> refused(which + " has an operator that its field does not allow"));
    JsonNode value = json.path("value");
    if (!isAllowed(value, operator, field.type)) {
      throw refused(which + " has a value of another type or length");
    }
    return new VectorFilter.Condition(name, operator, JsonValue.of(value));
  }

  private static boolean isAllowed(JsonNode value, FilterOperator operator, FieldType type) {
    return switch (operator) {
      case IN, NIN ->
          value.isArray()
              && value.size() <= MOST_VALUES
              && value.valueStream().allMatch(element -> isOf(element, type));
      case EXISTS -> value.isBoolean();
      default -> isOf(value, type);
    };
  }

  private static boolean isOf(JsonNode value, FieldType type) {
    return switch (type) {
      case STRING -> value.isString() && value.stringValue().length() <= LONGEST_TEXT;
      case INTEGER -> value.isIntegralNumber() && value.canConvertToLong();
      case NUMBER -> value.isNumber() && value.doubleValueOpt().isPresent();
      case BOOLEAN -> value.isBoolean();
      case JSON -> false;
    };
  }

  private static AdkException refused(String why) {
    return VectorErrors.queryConflict("The proposed filter was rejected: " + why + ".");
  }

  /** Returns the fields for a prompt, as JSON. */
  String described() {
    return fields.entrySet().stream()
        .map(
            field ->
                JsonValue.of((Object) List.of(field.getKey(), field.getValue().words())).text())
        .collect(Collectors.joining("\n"));
  }
}
