package dev.adk4j.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.harness.FakeDispatch;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.value.Json;
import java.lang.reflect.Proxy;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tools whose methods come from generic classes and interfaces. */
class InheritedToolsTests {

  record Item(String name, int count) {}

  record Page<T>(List<T> items, T first) {}

  abstract static class Base<T> {
    @AgentTool("Saves.")
    public String save(T value) {
      return "base " + value;
    }

    @AgentTool("Saves all.")
    public String saveAll(List<? extends T> value) {
      return "" + value;
    }

    @AgentTool("Saves a page.")
    public String page(Page<T> value) {
      return "" + value;
    }

    @AgentTool("Saves by name.")
    public String named(Map<String, List<T>> value) {
      return "" + value;
    }

    @AgentTool("Saves an array.")
    public String array(T[] value) {
      return "" + value.length + value.getClass().getComponentType().getSimpleName();
    }

    @AgentTool("Saves what there is.")
    public String maybe(Optional<T> value) {
      return "" + value;
    }
  }

  abstract static class Middle<A, B> extends Base<B> {}

  static class Direct extends Base<Item> {}

  static class Far extends Middle<String, Item> {}

  /** Overrides without the annotation; the compiler adds a bridge. */
  static class Overriding extends Base<Item> {
    @Override
    public String save(Item value) {
      return "own " + value;
    }
  }

  static class OverridingAnnotated extends Base<Item> {
    @Override
    @AgentTool("Saves, too.")
    public String save(Item value) {
      return "own " + value;
    }
  }

  interface Saving<T> {
    @AgentTool("Saves.")
    default String save(T value) {
      return "base " + value;
    }
  }

  static class ByInterface implements Saving<Item> {}

  interface Narrow<T> extends Saving<List<T>> {}

  static class Nested implements Narrow<Item> {}

  static class OfLists extends Base<List<Item>> {}

  static class OfArrays extends Base<Item[]> {}

  static class OfMaps extends Middle<Item, Map<String, Item>> {}

  record ByRecord(String own) implements Saving<Item> {}

  enum ByEnum implements Saving<Item> {
    ONE
  }

  private static final String ITEM = "{\"name\":\"n\",\"count\":1}";
  private static final String SAID = "Item[name=n, count=1]";

  static class OfOptionals extends Base<Optional<Integer>> {}

  static class OfDates extends Middle<Item, Map<String, LocalDate>> {}

  static class ByBoth extends Base<Item> implements Saving<Item> {
    @Override
    public String save(Item value) {
      return "both " + value;
    }
  }

  static List<Arguments> saved() {
    return List.of(
        Arguments.of(new Direct(), "save", ITEM, "base " + SAID),
        Arguments.of(new Direct(), "saveAll", "[" + ITEM + "]", "[" + SAID + "]"),
        Arguments.of(
            new Direct(),
            "page",
            "{\"items\":[" + ITEM + "],\"first\":" + ITEM + "}",
            "Page[items=[" + SAID + "], first=" + SAID + "]"),
        Arguments.of(new Direct(), "named", "{\"a\":[" + ITEM + "]}", "{a=[" + SAID + "]}"),
        Arguments.of(new Direct(), "array", "[" + ITEM + "]", "1Item"),
        Arguments.of(new Direct(), "maybe", ITEM, "Optional[" + SAID + "]"),
        Arguments.of(new Far(), "save", ITEM, "base " + SAID),
        Arguments.of(new Overriding(), "save", ITEM, "own " + SAID),
        Arguments.of(new OverridingAnnotated(), "save", ITEM, "own " + SAID),
        Arguments.of(new ByInterface(), "save", ITEM, "base " + SAID),
        Arguments.of(new Nested(), "save", "[" + ITEM + "]", "base [" + SAID + "]"),
        Arguments.of(new OfLists(), "save", "[" + ITEM + "]", "base [" + SAID + "]"),
        Arguments.of(new OfArrays(), "array", "[[" + ITEM + "]]", "1Item[]"),
        Arguments.of(new OfMaps(), "maybe", "{\"a\":" + ITEM + "}", "Optional[{a=" + SAID + "}]"),
        Arguments.of(new ByRecord("x"), "save", ITEM, "base " + SAID),
        Arguments.of(new OfOptionals(), "save", "null", "base Optional.empty"),
        Arguments.of(new OfOptionals(), "saveAll", "[1,null]", "[Optional[1], Optional.empty]"),
        Arguments.of(new OfOptionals(), "maybe", "1", "Optional[Optional[1]]"),
        Arguments.of(new OfDates(), "save", "{\"a\":\"2026-01-31\"}", "base {a=2026-01-31}"),
        Arguments.of(new ByBoth(), "save", ITEM, "both " + SAID),
        Arguments.of(ByEnum.ONE, "save", ITEM, "base " + SAID));
  }

  @ParameterizedTest
  @MethodSource("saved")
  void theTypeThatTheClassBindsIsTheArguments(Object bean, String name, String json, String said)
      throws Exception {
    assertThat(call(tool(Tools.of(bean), name), json)).isEqualTo(said);
  }

  @Test
  void theSchemaDescribesTheBoundType() {
    Tool save = tool(Tools.of(new Far()), "save");

    assertThat(save.inputSchema().json().node().at("/properties/value/properties/count/type"))
        .hasToString("\"integer\"");
    assertThatThrownBy(() -> save.validate(Json.read("{\"value\":{\"name\":\"n\"}}")))
        .hasMessageContaining("$.value.count is required");
  }

  static class OwnOverInterface implements Saving<Item> {
    @Override
    @AgentTool("Saves.")
    public String save(Item value) {
      return "own " + value;
    }
  }

  @Test
  void aProxyIsCalledByTheInterface() throws Exception {
    for (Saving<Item> target : List.of(new ByInterface(), new OwnOverInterface())) {
      Object proxy =
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {Saving.class},
              (self, method, args) -> "through " + method.invoke(target, args));

      List<Tool> tools = Tools.of(proxy, target.getClass(), ArtifactTypes.builtIns());

      assertThat(call(tool(tools, "save"), ITEM))
          .isEqualTo("through " + target.save(new Item("n", 1)));
    }
  }

  static class Unbound<T> extends Base<T> {}

  @Test
  void aTypeThatNoClassBindsIsRefused() {
    assertThatThrownBy(() -> Tools.of(new Unbound<Item>()))
        .hasMessageContaining("has the open type T; name a class");
  }

  private static Tool tool(List<Tool> tools, String name) {
    return tools.stream().filter(tool -> tool.name().equals(name)).findFirst().orElseThrow();
  }

  private static String call(Tool tool, String json) throws Exception {
    ToolOutput said =
        tool.executor(new FakeDispatch().context()).execute(Json.read("{\"value\":" + json + "}"));
    return ((ToolOutput.Text) said).text().value();
  }
}
