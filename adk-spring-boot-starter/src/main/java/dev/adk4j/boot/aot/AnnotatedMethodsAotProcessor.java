package dev.adk4j.boot.aot;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.tool.AgentTool;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.generate.GenerationContext;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.aot.BeanRegistrationCode;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Keeps listener and tool methods callable in a native image, and the types of tools readable. */
final class AnnotatedMethodsAotProcessor implements BeanRegistrationAotProcessor {

  @Override
  public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
    Class<?> type = ClassUtils.getUserClass(bean.getBeanClass());
    List<Method> listeners = methods(type, TurnEventListener.class);
    List<Method> tools = methods(type, AgentTool.class);
    return listeners.isEmpty() && tools.isEmpty() ? null : new Contribution(type, listeners, tools);
  }

  private static List<Method> methods(Class<?> type, Class<? extends Annotation> annotation) {
    List<Method> found = new ArrayList<>();
    ReflectionUtils.doWithMethods(
        type, found::add, method -> AnnotatedElementUtils.hasAnnotation(method, annotation));
    return found;
  }

  private record Contribution(Class<?> type, List<Method> listeners, List<Method> tools)
      implements BeanRegistrationAotContribution {

    @Override
    public void applyTo(GenerationContext generation, BeanRegistrationCode code) {
      ReflectionHints hints = generation.getRuntimeHints().reflection();
      // the methods are searched again at startup
      hints.registerType(type, MemberCategory.INVOKE_DECLARED_METHODS);
      BindingReflectionHintsRegistrar binding = new BindingReflectionHintsRegistrar();
      listeners.forEach(method -> hints.registerMethod(method, ExecutableMode.INVOKE));
      for (Method tool : tools) {
        hints.registerMethod(tool, ExecutableMode.INVOKE);
        binding.registerReflectionHints(hints, tool.getGenericParameterTypes());
        binding.registerReflectionHints(hints, tool.getGenericReturnType());
      }
    }
  }
}
