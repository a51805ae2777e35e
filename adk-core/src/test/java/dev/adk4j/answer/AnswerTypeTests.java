package dev.adk4j.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.adk4j.answer.Samples.Annotated;
import dev.adk4j.answer.Samples.Answer;
import dev.adk4j.answer.Samples.Box;
import dev.adk4j.answer.Samples.Cat;
import dev.adk4j.answer.Samples.Item;
import dev.adk4j.answer.Samples.Missing;
import dev.adk4j.answer.Samples.Optionals;
import dev.adk4j.answer.Samples.Primitives;
import dev.adk4j.answer.Samples.Status;
import dev.adk4j.answer.Samples.Stock;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerTypeTests {

  private static final String ID = "6d1c1b0e-8d3f-4c4e-9a57-1f6fd8f1a111";
  private static final Item TEA = new Item("Tea", new BigDecimal("1.50"));
  private static final String TEA_JSON = "{'name': 'Tea', 'price': 1.50}";

  private static final TypeRef<?> PAGE = new TypeRef<Samples.Page<Item>>() {};
  private static final TypeRef<?> RESULT = new TypeRef<Samples.Result<Item>>() {};
  private static final TypeRef<?> ITEMS = new TypeRef<List<Item>>() {};

  static Stream<Arguments> rightAnswers() {
    return Stream.of(
        right(Item.class, TEA_JSON, TEA),
        right(
            Samples.Order.class,
            "{'id': '" + ID + "', 'day': '2026-01-31', 'items': [{J}], 'status': 'PAID'}",
            new Samples.Order(
                UUID.fromString(ID), LocalDate.of(2026, 1, 31), List.of(TEA), Status.PAID)),
        right(Status.class, "{'value': 'sent-off'}", Status.SENT),
        right(Samples.Level.class, "{'value': 2}", Samples.Level.HIGH),
        right(
            Optionals.class,
            "{'text': null, 'whole': null, 'large': null, 'number': null, 'item': null, 'items': null}",
            none()),
        right(Optionals.class, "{}", none()),
        right(
            Optionals.class,
            "{'text': 'a', 'whole': 1, 'large': 2, 'number': 3.5, 'item': {J}, 'items': []}",
            new Optionals(
                Optional.of("a"),
                OptionalInt.of(1),
                OptionalLong.of(2),
                OptionalDouble.of(3.5),
                TEA,
                Optional.of(List.of()))),
        right(
            Primitives.class,
            "{'flag': true, 'whole': 1, 'large': 2, 'small': 3, 'f': 4.5, 'd': 5.5, 'c': 'x'}",
            new Primitives(true, 1, 2, (short) 3, 4.5f, 5.5, 'x')),
        right(
            Annotated.class,
            "{'post_code': '12345', 'due': '31.01.2026'}",
            new Annotated("12345", LocalDate.of(2026, 1, 31), null)),
        right(
            Stock.class,
            "{'counts': [{'key': 'tea', 'value': 3}], 'byStatus': [{'key': 'OPEN', 'value': [{J}]}]}",
            new Stock(Map.of("tea", 3), Map.of(Status.OPEN, List.of(TEA)))),
        right(PAGE.type(), "{'content': [{J}], 'next': 2}", new Samples.Page<>(List.of(TEA), 2)),
        right(PAGE.type(), "{'content': []}", new Samples.Page<>(List.of(), null)),
        right(
            new TypeRef<Box<Box<String>>>() {}.type(),
            "{'value': {'value': 'a'}}",
            new Box<>(new Box<>("a"))),
        right(
            Answer.class,
            "{'value': {'type': 'Found', 'number': 7, 'item': {J}}}",
            new Samples.Found(7, TEA)),
        right(Answer.class, "{'value': {'type': 'Missing', 'reason': null}}", new Missing(null)),
        right(Answer.class, "{'value': {'type': 'Missing'}}", new Missing(null)),
        right(Samples.Found.class, "{'number': 7, 'item': {J}}", new Samples.Found(7, TEA)),
        right(RESULT.type(), "{'value': {'type': 'Ok', 'it': {J}}}", new Samples.Ok<>(TEA)),
        right(
            RESULT.type(), "{'value': {'type': 'Failed', 'why': 'x'}}", new Samples.Failed<>("x")),
        right(
            Samples.Expression.class,
            "{'value': {'type': 'Sum', 'left': {'type': 'Number', 'number': 1}, 'right':"
                + " {'type': 'Negative', 'of': {'type': 'Number', 'number': 2}}}}",
            new Samples.Sum(new Samples.Number(1), new Samples.Negative(new Samples.Number(2)))),
        right(
            Samples.Operation.class,
            "{'value': {'type': 'Negative', 'of': {'type': 'Number', 'number': 2}}}",
            new Samples.Negative(new Samples.Number(2))),
        right(
            Samples.Node.class,
            "{'name': 'a', 'children': [{'name': 'b', 'children': []}]}",
            new Samples.Node("a", List.of(new Samples.Node("b", List.of())))),
        right(
            Samples.Chain.class,
            "{'name': 'a', 'next': {'name': 'b', 'next': null}}",
            new Samples.Chain("a", new Samples.Chain("b", null))),
        right(Samples.Pet.class, "{'value': {'kind': 'cat', 'lives': 9}}", new Cat(9)),
        right(
            Samples.Pet.class, "{'value': {'kind': 'dog', 'name': 'Rex'}}", new Samples.Dog("Rex")),
        right(Cat.class, "{'kind': 'cat', 'lives': 9}", new Cat(9)),
        right(
            Samples.Owner.class,
            "{'cat': {'kind': 'cat', 'lives': 9}, 'other': {'kind': 'dog', 'name': 'Rex'}}",
            new Samples.Owner(new Cat(9), new Samples.Dog("Rex"))),
        right(Samples.Range.class, "{'from': 1, 'to': 2}", new Samples.Range(1, 2)),
        right(ITEMS.type(), "{'value': [{J}]}", List.of(TEA)),
        right(ITEMS.type(), "{'value': []}", List.of()),
        right(new TypeRef<Set<Status>>() {}.type(), "{'value': ['OPEN']}", Set.of(Status.OPEN)),
        right(new TypeRef<Map<String, Integer>>() {}.type(), "{'value': []}", Map.of()),
        right(
            new TypeRef<Map<Integer, Optional<String>>>() {}.type(),
            "{'value': [{'key': 1, 'value': null}, {'key': 2, 'value': 'b'}]}",
            Map.of(1, Optional.empty(), 2, Optional.of("b"))),
        right(
            new TypeRef<Map<LocalDate, Map<String, Long>>>() {}.type(),
            "{'value': [{'key': '2026-01-31', 'value': [{'key': 'a', 'value': 1}]}]}",
            Map.of(LocalDate.of(2026, 1, 31), Map.of("a", 1L))),
        right(new TypeRef<Optional<Item>>() {}.type(), "{'value': null}", Optional.empty()),
        right(
            new TypeRef<Optional<Answer>>() {}.type(),
            "{'value': {'type': 'Missing'}}",
            Optional.of(new Missing(null))),
        right(
            new TypeRef<List<Optional<Integer>>>() {}.type(),
            "{'value': [1, null]}",
            List.of(Optional.of(1), Optional.empty())),
        right(String.class, "{'value': ''}", ""));
  }

  private static Optionals none() {
    return new Optionals(
        Optional.empty(),
        OptionalInt.empty(),
        OptionalLong.empty(),
        OptionalDouble.empty(),
        null,
        Optional.empty());
  }

  @ParameterizedTest
  @MethodSource("rightAnswers")
  void readsWhatFits(Type type, String json, Object value) {
    assertThat((Object) AnswerType.of(type).read(json)).isEqualTo(value);
  }

  @ParameterizedTest
  @MethodSource("rightAnswers")
  void writesOneStrictSchema(Type type, String json, Object value) {
    assertThat(StrictRules.broken(AnswerType.of(type).schema().node())).isEmpty();
  }

  static Stream<Arguments> wrongAnswers() {
    return Stream.of(
        wrong(Item.class, "{'name': 'Tea'}", "$.price is required"),
        wrong(Item.class, "{'name': 'Tea', 'price': '1.50'}", "$.price must be number"),
        wrong(Item.class, "{'name': null, 'price': 1}", "$.name must be string, was null"),
        wrong(Item.class, "{'name': 'Tea', 'price': 1, 'x': 2}", "$.x is not allowed here"),
        wrong(Item.class, "{'name': 'a', 'name': 'b', 'price': 1}", "$ is not JSON"),
        wrong(Item.class, "{'name': 'Tea', 'price': 1", "$ is not JSON"),
        wrong(Item.class, "[]", "$ must be object, was array"),
        wrong(Item.class, "null", "$ must be object, was null"),
        wrong(Item.class, "", "$ is empty"),
        wrong(Item.class, " \n", "$ is empty"),
        wrong(Item.class, "Here you are.", "$ is not JSON"),
        wrong(ITEMS.type(), "{'value': [{'name': 'Tea'}]}", "$.value[0].price is required"),
        wrong(ITEMS.type(), "{'value': null}", "$.value must be array, was null"),
        wrong(Status.class, "{'value': 'SENT'}", "$.value must be one of"),
        wrong(Samples.Level.class, "{'value': 3}", "$.value must be one of"),
        wrong(Answer.class, "{'value': {'number': 7}}", "$.value.type is required"),
        wrong(Answer.class, "{'value': {'type': 'Item'}}", "$.value.type must be one of"),
        wrong(
            Answer.class, "{'value': {'type': 'Found', 'number': 7}}", "$.value.item is required"),
        wrong(
            Answer.class,
            "{'value': {'type': 'java.util.ArrayList'}}",
            "$.value.type must be one of"),
        wrong(Optionals.class, "{'item': {'name': 'Tea'}}", "$.item.price is required"),
        wrong(Optionals.class, "{'whole': 'x'}", "$.whole must be"),
        wrong(
            Primitives.class, primitives("'whole': 99999999999"), "$.whole cannot be read as int"),
        wrong(Primitives.class, primitives("'small': 70000"), "$.small cannot be read as"),
        wrong(Primitives.class, primitives("'whole': 1.5"), "$.whole must be integer"),
        wrong(Primitives.class, primitives("'whole': '1'"), "$.whole must be integer"),
        wrong(Primitives.class, primitives("'flag': 'true'"), "$.flag must be boolean"),
        wrong(Primitives.class, primitives("'flag': null"), "$.flag must be boolean"),
        wrong(Primitives.class, primitives("'d': 1e400"), "out of range"),
        wrong(Primitives.class, primitives("'c': 'xy'"), "$.c cannot be read as"),
        wrong(Annotated.class, "{'post_code': '1', 'due': '2026-01-31'}", "$.due cannot be read"),
        wrong(
            Annotated.class, "{'post_code': '1', 'due': '31.01.2026', 'secret': 'x'}", "$.secret"),
        wrong(Stock.class, "{'counts': {'tea': 3}, 'byStatus': []}", "$.counts must be array"),
        wrong(
            Stock.class,
            "{'counts': [{'key': 'a', 'value': 1}, {'key': 'a', 'value': 2}], 'byStatus': []}",
            "$.counts is refused: has a duplicate key"),
        wrong(Samples.Range.class, "{'from': 2, 'to': 1}", "is refused: from is greater than to"),
        wrong(Cat.class, "{'lives': 9}", "$.kind is required"),
        wrong(
            Samples.Node.class,
            "{'name': 'a', 'children': [{'name': 'b'}]}",
            "$.children[0].children"),
        wrong(LocalDate.class, "{'value': '31.01.2026'}", "$.value cannot be read as LocalDate"),
        wrong(UUID.class, "{'value': 'x'}", "$.value cannot be read as UUID"),
        wrong(Currency.class, "{'value': 'XXXX'}", "$.value"),
        wrong(String.class, "{'value': 7}", "$.value must be string"));
  }

  private static String primitives(String instead) {
    String all = "'flag': true, 'whole': 1, 'large': 2, 'small': 3, 'f': 4.5, 'd': 5.5, 'c': 'x'";
    String name = instead.substring(0, instead.indexOf(':'));
    return "{" + all.replaceFirst(name + ": [^,]*", instead) + "}";
  }

  @ParameterizedTest
  @MethodSource("wrongAnswers")
  void saysWhatDoesNotFit(Type type, String json, String error) {
    AdkException wrong = thrown(() -> AnswerType.of(type).read(json));

    assertThat(wrong.errorCode()).isEqualTo(AdkErrorCode.E_ANSWER_TYPE);
    assertThat(wrong).hasMessageContaining(error);
    assertThat(AnswerType.of(type).repair(wrong))
        .contains(error, AnswerType.of(type).schema().text());
  }

  static Stream<Arguments> refusedTypes() {
    return Stream.of(
        Arguments.of(Object.class, "$ has the type Object", "name a class"),
        Arguments.of(List.class, "$[*] has the type Object", "name a class"),
        Arguments.of(Map.class, "${value} has the type Object", "name a class"),
        Arguments.of(void.class, "$ has the type void", "use a record"),
        Arguments.of(Samples.Plain.class, "$ has the type Plain", "make it sealed"),
        Arguments.of(Samples.WithPlain.class, "$.plains[*] has the type Plain", "make it sealed"),
        Arguments.of(Samples.WithObject.class, "$.anything has the type Object", "name a class"),
        Arguments.of(Samples.WithMap.class, "$.map{value} has the type Object", "name a class"),
        Arguments.of(Samples.WithRawMap.class, "$.map{value} has the type Object", "name a class"),
        Arguments.of(Samples.WithBytes.class, "$.bytes", "take a String"),
        Arguments.of(Samples.WithBytes.class, "$.one", "use an int"),
        Arguments.of(Samples.KeyedByItem.class, "$.map{key} has the type Item", "keys are text"),
        Arguments.of(Samples.ByClass.class, "$ has the type ByClass", "use = NAME"),
        Arguments.of(Samples.Clash.class, "$.type has the name of the property", "rename it"),
        Arguments.of(Samples.Open.class, "$ has the type Open", "classes"),
        Arguments.of(Samples.Unwrapping.class, "$ has the type Unwrapping", "@JsonUnwrapped"),
        Arguments.of(Samples.Mail.class, "$ has the type Mail", "use the type it is read from"),
        Arguments.of(Samples.Unsettable.class, "$ has the type Unsettable", "use a record"),
        Arguments.of(Samples.Inner.class, "$ has the type Inner", "make it static"),
        Arguments.of(Samples.Nothing.class, "$ has the type Nothing", "constants"),
        Arguments.of(java.io.InputStream.class, "$ has the type InputStream", "use a record"),
        Arguments.of(
            new TypeRef<Samples.Growing<String>>() {}.type(), "too large", "must not nest itself"));
  }

  @ParameterizedTest
  @MethodSource("refusedTypes")
  void refusesAtOnceWhatAModelCannotBeAskedFor(Type type, String where, String remedy) {
    AdkException refused = thrown(() -> AnswerType.of(type));

    assertThat(refused.errorCode()).isEqualTo(AdkErrorCode.E_INVALID_ANSWER_TYPE);
    assertThat(refused.fatal()).isTrue();
    assertThat(refused).hasMessageContaining(where).hasMessageContaining(remedy);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{J}",
        "```json\n{J}\n```",
        "```\n{J}\n```",
        "Here you are:\n```json\n{J}\n```\nAnything else?",
        "Here you are: {J}",
        "{J} I hope this helps.",
        "\n\n  {J}\n",
        "\ufeff{J}",
        "\ufeff```json\n{J}\n```",
        "```json\n{J}\n",
        "```JSON\r\n{J}\r\n```",
        "````\n{J}\n````",
        "~~~json\n{J}\n~~~",
        "`{J}`",
        "'{J}'",
        "<answer>{J}</answer>",
        "json{J}",
        "Use {name} like this: {J}",
        "Such as {\"name\": 1}, but mended: {J}",
        "I took [1] and [2].\n```json\n{J}\n```\nSee [3].",
        "He wrote {{}: {J}",
        "**{J}**",
        "data: {J}\n\ndata: [DONE]\n",
        "```json {J} ```",
        "\u200b{J}\u200b",
        "Result = {J};",
        "```json\n// the order\n{J}\n```",
        "<think>Is it {'name': ...}? Yes.</think>\n{J}",
        "<![CDATA[{J}]]>",
        "| answer |\n| --- |\n| {J} |",
        "$ cat answer.json\n{J}\n$ ",
        "```json5\n{J}\n```",
        "```json title=\"answer\"\n{J}\n```",
        "````json\n```json\n{J}\n```\n````",
        "> ```json\n> {J}\n> ```",
        "{{J}}",
        "$\\boxed{{J}}$",
        "Weights [1 {J}",
        "[[[[1 {J}",
        "{\"a\" {J}",
        "In [the list {J}",
        "A brace { then {J}",
        "dict[\"name\"] = {J}",
        "{% raw %}{J}{% endraw %}",
        "[TOOL_CALLS] {J}",
        "<|channel|>final<|message|>{J}<|return|>",
        "{J}</s>",
        "{J}}",
        "]}{J}",
        "{J} and [1, 2",
        "{J}\n{\"confidence\": 0.9}",
        "\u2028{J}\u00a0",
        "draft {\"name\": \"Rum\", \"price\": 2}</think>{J}",
        "<think>Maybe {\"name\": \"Rum\", \"price\": 2}.</think>\n```json\n{J}\n```",
        "<thinking>{\"name\": \"Rum\", \"price\": 2}</thinking>{J}",
        "<think>{J}</think>",
        "<answer>\n<![CDATA[{J}]]>\n</answer>"
      })
  void findsTheObjectAmongWords(String around) {
    String answer = around.replace("{J}", json(TEA_JSON));

    assertThat(AnswerType.of(Item.class).read(answer)).isEqualTo(TEA);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{J} {J}",
        "```json\n{J}\n```\nor\n```json\n{J}\n```",
        "{'parent': {J}, 'rest': [",
        "```json\n{'name': 'Tea',\n```",
        "{'parent': {J}, oops}",
        "{'parent': {J} {'name': 'Rum', 'price': 2}}",
        "['a', {J}",
        "{'result': {J}}",
        "{'name': 'Tea', 'price': 1.50,}",
        "{'name': 'Tea', /* milk? */ 'price': 1.50}",
        "{name: 'Tea', price: 1.50}",
        "{'name': 'Tea', 'price': .50}",
        "{'name': 'Tea', 'price': +1.50}",
        "{'name': 'Tea', 'price': 01.50}",
        "{'name': 'Tea', 'price': 1,50}",
        "{'name': 'Tea', 'price': 1.50, 'name': 'Rum'}",
        "{J}\n{J}",
        "[{J}]"
      })
  void doesNotGuessWhichObjectIsMeant(String around) {
    String answer = json(around);

    assertThat(thrown(() -> AnswerType.of(Item.class).read(answer)).errorCode())
        .isEqualTo(AdkErrorCode.E_ANSWER_TYPE);
  }

  @Test
  void saysThatTwoValuesFit() {
    String other = json(TEA_JSON).replace("Tea", "Rum");

    assertThat(thrown(() -> AnswerType.of(Item.class).read(json(TEA_JSON) + " or " + other)))
        .hasMessageContaining("$ has two values that fit; give one of them");
  }

  @Test
  void readsWhatIsWrittenInQuotes() {
    String quoted = Json.write(JsonValue.of(json(TEA_JSON)).node());

    assertThat(AnswerType.of(Item.class).read(quoted)).isEqualTo(TEA);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3",
        "3.0",
        "3e0",
        "\ufeff3",
        "\u200b3",
        "`3`",
        "**3**",
        "~~~\n3\n~~~",
        "````\n3\n````",
        "```json title=x\n3\n```",
        "```json\n3",
        "```3```",
        "\ufeff```json\n3\n```",
        "<answer>3</answer>",
        "<think>1 or 2</think>3",
        "Answer: 3",
        "The answer is: 3.",
        "**Answer:** `3`",
        "\"3\"",
        "Sure: {\"value\": 3}"
      })
  void readsANumberThatIsWrappedOrAnnounced(String answer) {
    assertThat(AnswerType.of(int.class).read(answer)).isEqualTo(3);
  }

  /** A number among words may be any number. */
  @ParameterizedTest
  @ValueSource(
      strings = {"I found 3 items.", "Time: 10:30", "4 of them: 3", "3 or 4", "[3]", "three"})
  void doesNotGuessANumberAmongWords(String answer) {
    assertThat(thrown(() -> AnswerType.of(int.class).read(answer)).errorCode())
        .isEqualTo(AdkErrorCode.E_ANSWER_TYPE);
  }

  static Stream<Arguments> bareAnswers() {
    return Stream.of(
        right(ITEMS.type(), "[{J}]", List.of(TEA)),
        right(ITEMS.type(), "Here:\n```json\n[{J}]\n```", List.of(TEA)),
        right(int.class, "3", 3),
        right(int.class, "```json\n3\n```", 3),
        right(Status.class, "'PAID'", Status.PAID),
        right(Status.class, "Status: 'PAID'", Status.PAID),
        right(boolean.class, "<answer>true</answer>", true),
        right(String.class, "<b>'a*b'</b>", "a*b"),
        right(String.class, "Sure: {'value': '<![CDATA[</think>'}", "<![CDATA[</think>"),
        right(new TypeRef<Optional<Integer>>() {}.type(), "{}", Optional.empty()),
        right(ITEMS.type(), "I found none: []", List.of()),
        right(String.class, "'a'", "a"),
        right(String.class, "Sure: {'value': 'a'}", "a"),
        right(Answer.class, "{'type': 'Missing'}", new Missing(null)));
  }

  /** A model that was never shown the schema leaves out the object around the value. */
  @ParameterizedTest
  @MethodSource("bareAnswers")
  void readsAValueWithoutTheObjectAroundIt(Type type, String json, Object value) {
    assertThat((Object) AnswerType.of(type).read(json)).isEqualTo(value);
  }

  @Test
  void neverSaysWhatWasAnswered() {
    AdkException wrong =
        thrown(() -> AnswerType.of(Item.class).read("{\"name\": [\"hidden-text\"], ]"));
    AdkException bound =
        thrown(() -> AnswerType.of(LocalDate.class).read("{\"value\": \"hidden-text\"}"));

    assertThat(wrong).hasMessageNotContaining("hidden");
    assertThat(bound).hasMessageNotContaining("hidden");
  }

  @Test
  void describesWhatTheAnnotationsSay() {
    var schema = AnswerType.of(Annotated.class).schema();

    assertThat(schema.node().at("/description").stringValue()).isEqualTo("Where somebody lives.");
    assertThat(schema.node().at("/properties/post_code/description").stringValue())
        .isEqualTo("Five digits.");
    assertThat(schema.node().at("/properties/due/description").stringValue())
        .isEqualTo("When it is due. As dd.MM.yyyy.");
    assertThat(schema.node().at("/properties").size()).isEqualTo(2);
  }

  @Test
  void keepsDefinitionsOnlyOfWhatContainsItself() {
    assertThat(AnswerType.of(Samples.Node.class).isRecursive()).isTrue();
    assertThat(
            AnswerType.of(Samples.Expression.class)
                .schema()
                .node()
                .at("/properties/value/$ref")
                .stringValue())
        .isEqualTo("#/$defs/Expression");
    assertThat(AnswerType.of(Stock.class).isRecursive()).isFalse();
    assertThat(AnswerType.of(Samples.Owner.class).schema().text()).doesNotContain("$ref");
  }

  @Test
  void readsBeans() {
    Samples.Bean bean = AnswerType.of(Samples.Bean.class).read("{\"count\": 3}");

    assertThat(bean.count()).isEqualTo(3);
    assertThat(bean.name).isNull();
  }

  @Test
  void readsArraysAndSets() {
    Samples.Sets sets =
        AnswerType.of(Samples.Sets.class)
            .read(json("{'statuses': ['OPEN', 'OPEN'], 'names': ['a'], 'numbers': [1, 2]}"));

    assertThat(sets.statuses()).containsExactly(Status.OPEN);
    assertThat(sets.names()).containsExactly("a");
    assertThat(sets.numbers()).containsExactly(1, 2);
  }

  @Test
  void isMadeOnceForEachPlaceThatNamesIt() {
    assertThat(AnswerType.of(Item.class)).isSameAs(AnswerType.of(Item.class));
    TypeRef<List<String>> names = new TypeRef<>() {};
    assertThat(AnswerType.of(names)).isSameAs(AnswerType.of(names)).hasToString("List<String>");
  }

  @Test
  void travelsInAStash() {
    AnswerType<Item> type = AnswerType.of(Item.class);
    Attributes stash = Attributes.of(Map.of(AnswerType.STASH_KEY, type));

    assertThat(AnswerType.in(stash.copy())).isSameAs(type);
    assertThat(AnswerType.in(new Attributes())).isNull();
  }

  @Test
  @SuppressWarnings({"rawtypes", "unchecked"})
  void refusesAReferenceThatNamesNothing() {
    assertThatThrownBy(() -> AnswerType.of(new TypeRef() {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("new TypeRef<List<Order>>() {}");
  }

  private static AdkException thrown(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    return catchThrowableOfType(AdkException.class, call);
  }

  private static Arguments right(Type type, String json, Object value) {
    return Arguments.of(type, json(json), value);
  }

  private static Arguments wrong(Type type, String json, String error) {
    return Arguments.of(type, json(json), error);
  }

  private static String json(String quoted) {
    return quoted.replace("{J}", TEA_JSON).replace('\'', '"');
  }
}
