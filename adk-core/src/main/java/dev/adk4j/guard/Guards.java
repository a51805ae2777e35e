package dev.adk4j.guard;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.ToolGuard;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.Message;
import dev.adk4j.token.Tokenizable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The guards of a runner, by name. Add them to two pipelines: first in the turn's input, before any
 * middleware that stores the input, and first in the dispatch's input:
 *
 * <pre>{@code
 * Guards guards =
 *     Guards.builder()
 *         .input("size", TextGuard.maxSize(10_000))
 *         .output("pii", TextGuard.pii(TextGuard.Pii.values()))
 *         .tool("injection", InjectionGuard.marking())
 *         .build();
 * TurnRunner.builder()
 *     .turnInputPipeline(List.of(guards, hydrate, new AcceptInput()))
 *     .dispatchInputPipeline(List.of(guards, new MaxIterations(20)));
 * }</pre>
 *
 * <p>Guards of one kind are called in the order of their registration; each sees the rewritten text
 * of those before it. Every decision is a {@code guardDecision} event: one for each guard and text
 * or call. Immutable.
 *
 * @since 0.1.0
 */
public final class Guards implements TurnMiddleware, DispatchMiddleware {

  /** Stash key of a turn for the names of the guards that apply to it. */
  public static final String STASH_KEY = "adk-guards";

  private static final String STATE = "adk-guarded-output";

  private final List<Named<InputGuard>> input;
  private final List<Named<OutputGuard>> output;
  private final List<Named<ToolGuard>> tools;
  private final int maxRetries;

  private Guards(Builder builder) {
    this.input = List.copyOf(builder.input);
    this.output = List.copyOf(builder.output);
    this.tools =
        builder.tools.stream()
            .map(g -> new Named<ToolGuard>(g.name(), new RecordedToolGuard(g.name(), g.guard())))
            .toList();
    this.maxRetries = builder.maxRetries;
  }

  record Named<G>(String name, G guard) {}

  public static Builder builder() {
    return new Builder();
  }

  /** Returns the names of all guards. */
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    input.forEach(guard -> names.add(guard.name()));
    output.forEach(guard -> names.add(guard.name()));
    tools.forEach(guard -> names.add(guard.name()));
    return names;
  }

  /** Checks the text of the turn's input, and replaces rewritten text. */
  @Override
  public void handle(TurnContext ctx, Next next) {
    List<Named<InputGuard>> chosen = chosen(input, ctx);
    List<Message> checked = new ArrayList<>();
    for (Message message : ctx.input()) {
      checked.add(checked(chosen, message, ctx));
    }
    if (!checked.equals(ctx.input())) {
      ctx.replaceInput(checked);
    }
    ctx.filterInput(message -> checked(chosen, message, ctx));
    next.proceed();
  }

  private static Message checked(List<Named<InputGuard>> chosen, Message message, TurnContext ctx) {
    String text = message.text();
    String allowed = text;
    for (Named<InputGuard> guard : chosen) {
      allowed = text.isEmpty() ? text : checked(guard, allowed, ctx);
    }
    return allowed.equals(text)
        ? message
        : message.toBuilder().content(Tokenizable.of(allowed)).build();
  }

  private static String checked(Named<InputGuard> guard, String text, TurnContext ctx) {
    Decisions decisions = new Decisions(ctx, guard.name(), Decisions.INPUT);
    Verdict verdict = decisions.of(() -> guard.guard().check(text, ctx));
    switch (verdict) {
      case Verdict.Pass pass -> decisions.tell("pass", null);
      case Verdict.Rewrite(String other) -> {
        decisions.tell("rewrite", null);
        return other;
      }
      case Verdict.Retry(String reason) -> throw decisions.refuse(reason);
      case Verdict.Refuse(String reason) -> throw decisions.refuse(reason);
    }
    return text;
  }

  /** Installs the guards of the executor's output and of the dispatch's tools. */
  @Override
  public void handle(DispatchContext ctx, Next next) {
    ctx.tools().guards(chosen(tools, ctx).stream().map(Named::guard).toList());
    List<Named<OutputGuard>> chosen = chosen(output, ctx);
    if (!chosen.isEmpty()) {
      GuardedOutput guarded =
          ctx.stash().get(STATE) instanceof GuardedOutput known && known.isOf(ctx)
              ? known
              : new GuardedOutput(chosen, ctx, maxRetries);
      ctx.stash().set(STATE, guarded);
      guarded.begin();
      ctx.filterOutput(guarded);
    }
    next.proceed();
  }

  private <G> List<Named<G>> chosen(List<Named<G>> all, AgentContext ctx) {
    if (!ctx.stash().has(STASH_KEY)) {
      return all;
    }
    Set<String> known = names();
    if (!(ctx.stash().get(STASH_KEY) instanceof Collection<?> names) || !known.containsAll(names)) {
      throw new AdkException(
          AdkErrorCode.E_INVALID_TURN_CONTEXT,
          "The guards of this turn must be a list of these names: " + known + ".");
    }
    return all.stream().filter(guard -> names.contains(guard.name())).toList();
  }

  /** Builds {@link Guards}. */
  public static final class Builder {

    private final List<Named<InputGuard>> input = new ArrayList<>();
    private final List<Named<OutputGuard>> output = new ArrayList<>();
    private final List<Named<ToolGuard>> tools = new ArrayList<>();
    private int maxRetries = 2;

    private Builder() {}

    /** Adds a guard of a turn's input. */
    public Builder input(String name, InputGuard guard) {
      return add(input, name, guard);
    }

    /** Adds a guard of a model's output. */
    public Builder output(String name, OutputGuard guard) {
      return add(output, name, guard);
    }

    /** Adds a guard of all tools, which precedes their own. */
    public Builder tool(String name, ToolGuard guard) {
      return add(tools, name, guard);
    }

    private <G> Builder add(List<Named<G>> guards, String name, G guard) {
      Objects.requireNonNull(guard, "guard");
      new Violations()
          .requiredText(name, "$.name")
          .check(
              guards.stream().noneMatch(other -> other.name().equals(name)),
              "$.name",
              "unique",
              "is the name of another guard of the same kind: '" + name + "'")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      guards.add(new Named<>(name, guard));
      return this;
    }

    /** Limits how often a model answers again in one dispatch; default 2, 0 for never. */
    public Builder maxRetries(int maxRetries) {
      Violations.require(maxRetries >= 0, "$.maxRetries", "range", "must be 0 or more");
      this.maxRetries = maxRetries;
      return this;
    }

    public Guards build() {
      return new Guards(this);
    }
  }
}
