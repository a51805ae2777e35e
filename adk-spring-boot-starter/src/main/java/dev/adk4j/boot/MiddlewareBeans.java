package dev.adk4j.boot;

import dev.adk4j.boot.internal.turn.OrderedBeans;
import dev.adk4j.boot.internal.turn.OrderedBeans.Named;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.turn.TurnRunner;
import java.lang.annotation.Annotation;
import java.util.List;

/** Sorts middleware beans into the four pipelines: by interface, annotation and order. */
record MiddlewareBeans(OrderedBeans beans, BeansByDefinition byDefinition) {

  void configure(TurnRunner.Builder builder) {
    List<Named<TurnMiddleware>> turn =
        beans.get(byDefinition.turnMiddleware(), TurnMiddleware.class);
    List<Named<DispatchMiddleware>> dispatch =
        beans.get(byDefinition.dispatchMiddleware(), DispatchMiddleware.class);
    turn.forEach(
        bean -> refuse(bean, DispatchMiddleware.class, DispatchInput.class, DispatchOutput.class));
    dispatch.forEach(bean -> refuse(bean, TurnMiddleware.class, TurnInput.class, TurnOutput.class));
    builder.turnInputPipeline(input(turn, TurnInput.class, TurnOutput.class));
    builder.turnOutputPipeline(output(turn, TurnOutput.class));
    builder.dispatchInputPipeline(input(dispatch, DispatchInput.class, DispatchOutput.class));
    builder.dispatchOutputPipeline(output(dispatch, DispatchOutput.class));
  }

  /**
   * A bean without either annotation belongs to the input pipeline, a bean with both to both
   * pipelines.
   */
  private <T> List<T> input(
      List<Named<T>> all, Class<? extends Annotation> input, Class<? extends Annotation> output) {
    return all.stream()
        .filter(b -> beans.isAnnotated(b.name(), input) || !beans.isAnnotated(b.name(), output))
        .map(Named::bean)
        .toList();
  }

  private <T> List<T> output(List<Named<T>> all, Class<? extends Annotation> output) {
    return all.stream().filter(b -> beans.isAnnotated(b.name(), output)).map(Named::bean).toList();
  }

  /** Rejects an annotation for the other kind of middleware, which would otherwise be ignored. */
  @SafeVarargs
  private void refuse(Named<?> bean, Class<?> other, Class<? extends Annotation>... annotations) {
    for (Class<? extends Annotation> annotation : annotations) {
      if (!other.isInstance(bean.bean()) && beans.isAnnotated(bean.name(), annotation)) {
        throw new IllegalStateException(
            "Bean '%s' is annotated with @%s, which is for a %s, but it is a %s. Use the annotation for its own kind."
                .formatted(
                    bean.name(),
                    annotation.getSimpleName(),
                    other.getSimpleName(),
                    bean.bean().getClass().getName()));
      }
    }
  }
}
