package dev.adk4j.loop;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.harness.AtOnce;
import dev.adk4j.harness.FakeDispatch;
import dev.adk4j.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolRegistryTests {

  @Test
  void keepsTheOrderOfRegistration() {
    ToolRegistry registry = new ToolRegistry(List.of(tool("b"), tool("a"), tool("c")));
    registry.unregister("a");
    registry.register(tool("a"));
    assertThat(names(registry.all())).containsExactly("b", "c", "a");
  }

  @Test
  void refusesASecondToolOfAName() {
    Tool replacing = builder("a").onCollision(Tool.OnCollision.REPLACE).build();
    ToolRegistry registry = new ToolRegistry(List.of(tool("a")));
    assertFails(AdkErrorCode.E_TOOL_ALREADY_REGISTERED, () -> registry.register(replacing));
    assertFails(
        AdkErrorCode.E_TOOL_ALREADY_REGISTERED,
        () -> new ToolRegistry(List.of(tool("a"), tool("a"))));
  }

  @Test
  void overwritesInPlace() {
    ToolRegistry registry = new ToolRegistry(List.of(tool("a"), tool("b")));
    Tool other = tool("a");
    registry.register(other, true);
    assertThat(names(registry.all())).containsExactly("a", "b");
    assertThat(registry.get("a")).containsSame(other);
  }

  @Test
  void answersForUnknownNames() {
    ToolRegistry registry = new ToolRegistry();
    registry.unregister("x");
    assertThat(registry.get("x")).isEmpty();
    assertThat(registry.has("x")).isFalse();
  }

  @Test
  void handsOutCopies() {
    ToolRegistry registry = new ToolRegistry(List.of(tool("a")));
    registry.all().clear();
    assertThat(registry.all()).hasSize(1);
  }

  @Test
  void hiddenToolsStayCallable() {
    ToolRegistry registry = new ToolRegistry(List.of(tool("a"), tool("b")));
    registry.hide("a", "later");
    registry.register(tool("later"));
    assertThat(names(registry.visible())).containsExactly("b");
    assertThat(names(registry.hidden())).containsExactly("a", "later");
    assertThat(registry.get("a")).isPresent();
    registry.unhide("a");
    assertThat(names(registry.visible())).containsExactly("a", "b");
    registry.setHidden("b");
    assertThat(names(registry.hidden())).containsExactly("b");
    registry.setHidden();
    assertThat(registry.hidden()).isEmpty();
  }

  @Test
  void unregisteringForgetsTheHiddenMarkAndOverwritingKeepsIt() {
    ToolRegistry registry = new ToolRegistry(List.of(tool("a"), tool("b")));
    registry.hide("a", "b");
    registry.unregister("a");
    registry.register(tool("a"));
    registry.register(tool("b"), true);
    assertThat(names(registry.hidden())).containsExactly("b");
  }

  @Test
  void prunesEphemeralToolsOnAckUnlessUnbound() {
    FakeDispatch dispatch = new FakeDispatch();
    ToolRegistry bound = new ToolRegistry(List.of(tool("a"), builder("e").ephemeral(true).build()));
    ToolRegistry unbound = new ToolRegistry(List.of(builder("e").ephemeral(true).build()));
    bound.bindContext(dispatch.context());
    Subscription subscription = unbound.bindContext(dispatch.context());
    subscription.close();

    dispatch.ack();

    assertThat(names(bound.all())).containsExactly("a");
    assertThat(names(unbound.all())).containsExactly("e");
    bound.pruneEphemeral();
    assertThat(names(bound.all())).containsExactly("a");
  }

  @Test
  void theIncomingToolDecidesCollisions() {
    Tool first = tool("x");
    Tool replacing = builder("x").onCollision(Tool.OnCollision.REPLACE).build();
    Tool keeping = builder("x").onCollision(Tool.OnCollision.KEEP).build();
    Tool undecided = tool("x");

    assertThat(merged(Tool.OnCollision.THROW, first, replacing)).isSameAs(replacing);
    assertThat(merged(Tool.OnCollision.REPLACE, first, keeping)).isSameAs(first);
    assertThat(merged(Tool.OnCollision.REPLACE, first, undecided)).isSameAs(undecided);
    assertThat(merged(Tool.OnCollision.KEEP, first, undecided)).isSameAs(first);
    assertThat(merged(Tool.OnCollision.KEEP, replacing, undecided)).isSameAs(replacing);
    assertFails(
        AdkErrorCode.E_TOOL_ALREADY_REGISTERED,
        () -> merged(Tool.OnCollision.THROW, first, undecided));
  }

  @Test
  void mergingLeavesTheInputsAloneAndCarriesMarksOver() {
    ToolRegistry one = new ToolRegistry(List.of(tool("a"), tool("b")));
    one.hide("a", "b");
    ToolRegistry two =
        new ToolRegistry(
            List.of(
                builder("a").onCollision(Tool.OnCollision.REPLACE).build(),
                builder("c").ephemeral(true).build()));

    ToolRegistry merged = ToolRegistry.merge(List.of(one, two));

    assertThat(names(merged.all())).containsExactly("a", "b", "c");
    assertThat(names(merged.hidden())).containsExactly("b");
    assertThat(merged.get("c")).get().matches(Tool::ephemeral);
    assertThat(one.get("a")).isNotEqualTo(merged.get("a"));
    assertThat(names(two.all())).containsExactly("a", "c");
    assertThat(ToolRegistry.merge(List.of()).all()).isEmpty();
  }

  @Test
  void survivesConcurrentUse() throws Exception {
    ToolRegistry registry = new ToolRegistry();
    List<Tool> tools = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      tools.add(builder("t" + i).ephemeral(i % 5 == 0).build());
    }
    AtOnce.run(
        16,
        seed ->
            () -> {
              for (int i = 0; i < 500; i++) {
                Tool tool = tools.get((i * 7 + seed) % tools.size());
                registry.register(tool, true);
                registry.hide(tool.name());
                registry.visible().forEach(Tool::name);
                registry.pruneEphemeral();
                ToolRegistry.merge(List.of(registry, registry), Tool.OnCollision.REPLACE);
                registry.unhide(tool.name());
                if (i % 3 == 0) {
                  registry.unregister(tool.name());
                }
              }
            });
    for (Tool tool : tools) {
      registry.register(tool, true);
    }
    registry.setHidden();
    registry.pruneEphemeral();
    assertThat(registry.all()).hasSize(16).doesNotHaveDuplicates();
  }

  private static Tool merged(Tool.OnCollision option, Tool first, Tool second) {
    ToolRegistry merged =
        ToolRegistry.merge(
            List.of(new ToolRegistry(List.of(first)), new ToolRegistry(List.of(second))), option);
    return merged.get("x").orElseThrow();
  }

  private static List<String> names(List<Tool> tools) {
    return tools.stream().map(Tool::name).toList();
  }

  private static Tool tool(String name) {
    return builder(name).build();
  }

  private static Tool.Builder builder(String name) {
    return Tool.builder(name)
        .description("Does nothing.")
        .inputSchema(ToolSchema.empty())
        .handler((args, ctx, meta) -> ToolOutput.text("ok"));
  }
}
