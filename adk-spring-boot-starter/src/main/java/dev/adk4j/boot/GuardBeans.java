package dev.adk4j.boot;

import dev.adk4j.boot.internal.properties.GuardProperties;
import dev.adk4j.boot.internal.turn.OrderedBeans;
import dev.adk4j.guard.Guards;
import dev.adk4j.guard.InjectionGuard;
import dev.adk4j.guard.InputGuard;
import dev.adk4j.guard.Judge;
import dev.adk4j.guard.OutputGuard;
import dev.adk4j.guard.TextGuard;
import dev.adk4j.loop.ToolGuard;
import dev.adk4j.tool.ApprovalGuard;
import java.util.List;
import java.util.function.BiConsumer;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Collects the guards in their order: size, patterns, personal data, injection, beans by their
 * order, judge.
 */
record GuardBeans(ConfigurableListableBeanFactory beanFactory, Guards.Builder guards) {

  static Guards of(ConfigurableListableBeanFactory beanFactory, GuardProperties given) {
    GuardBeans beans = new GuardBeans(beanFactory, Guards.builder().maxRetries(given.maxRetries()));
    beans.ready(given);
    beans.declared();
    if (given.judgeRule() != null) {
      beans.judge(given.judgeRule());
    }
    return beans.guards.build();
  }

  private void ready(GuardProperties given) {
    if (given.maxOutput() != null) {
      guards.output("size", TextGuard.maxSize((int) given.maxOutput().toBytes()));
    }
    given
        .patterns()
        .forEach(
            (name, pattern) -> {
              if (pattern.input()) {
                guards.input(name, pattern.guard());
              }
              if (pattern.output()) {
                guards.output(name, pattern.guard());
              }
            });
    if (!given.pii().isEmpty()) {
      guards.output("pii", TextGuard.pii(given.pii().toArray(TextGuard.Pii[]::new)));
    }
    if (given.injection() != null) {
      guards.tool(
          "injection",
          given.injection() == GuardProperties.Injection.MARK
              ? InjectionGuard.marking()
              : InjectionGuard.refusing());
    }
    if (given.injectionInput()) {
      guards.input("injection", TextGuard.injection());
    }
  }

  private void declared() {
    add(InputGuard.class, guards::input);
    add(OutputGuard.class, guards::output);
    add(
        ToolGuard.class,
        (name, guard) -> {
          if (!(guard instanceof ApprovalGuard)) {
            guards.tool(name, guard);
          }
        });
  }

  private <G> void add(Class<G> type, BiConsumer<String, G> add) {
    new OrderedBeans(beanFactory)
        .get(List.of(beanFactory.getBeanNamesForType(type, true, false)), type)
        .forEach(named -> add.accept(named.name(), named.bean()));
  }

  private void judge(String rule) {
    Judge judge = beanFactory.getBeanProvider(Judge.class).getIfUnique();
    if (judge == null) {
      throw new InvalidConfigurationPropertyValueException(
          "adk.guards.judge-rule", rule, "needs one Judge bean, which calls a model");
    }
    guards.output("judge", TextGuard.judge(judge, rule));
  }
}
