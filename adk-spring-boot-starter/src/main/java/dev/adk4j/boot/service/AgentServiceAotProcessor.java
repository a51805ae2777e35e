package dev.adk4j.boot.service;

import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.generate.GeneratedMethod;
import org.springframework.aot.generate.GenerationContext;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.aot.BeanRegistrationCode;
import org.springframework.beans.factory.aot.BeanRegistrationCodeFragments;
import org.springframework.beans.factory.aot.BeanRegistrationCodeFragmentsDecorator;
import org.springframework.beans.factory.support.InstanceSupplier;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ResolvableType;
import org.springframework.javapoet.ClassName;
import org.springframework.javapoet.CodeBlock;

/**
 * Generates the code that creates the bean of an interface, in the package of the interface, and
 * registers its methods, its proxy and its return types for a native image.
 */
final class AgentServiceAotProcessor implements BeanRegistrationAotProcessor {

  @Override
  public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
    if (!bean.getMergedBeanDefinition().hasAttribute(AgentServices.BEAN)) {
      return null;
    }
    return new Contribution(bean.getBeanClass());
  }

  private record Contribution(Class<?> type) implements BeanRegistrationAotContribution {

    @Override
    public BeanRegistrationCodeFragments customizeBeanRegistrationCodeFragments(
        GenerationContext generation, BeanRegistrationCodeFragments fragments) {
      return new Fragments(fragments, type);
    }

    @Override
    public void applyTo(GenerationContext generation, BeanRegistrationCode code) {
      keep(type, generation.getRuntimeHints());
    }
  }

  private static void keep(Class<?> type, RuntimeHints hints) {
    hints.proxies().registerJdkProxy(type);
    BindingReflectionHintsRegistrar binding = new BindingReflectionHintsRegistrar();
    for (Method method : type.getMethods()) {
      hints
          .reflection()
          .registerType(method.getDeclaringClass(), MemberCategory.INVOKE_DECLARED_METHODS);
      Set<Class<?>> values = new LinkedHashSet<>();
      collect(
          ResolvableType.forType(
              GenericTypeResolver.resolveType(method.getGenericReturnType(), type)),
          values);
      values.forEach(value -> binding.registerReflectionHints(hints.reflection(), value));
    }
    hints.reflection().registerType(type, MemberCategory.INVOKE_DECLARED_METHODS);
  }

  /** Collects the classes of a type, including the permitted subclasses of sealed ones. */
  private static void collect(ResolvableType type, Set<Class<?>> values) {
    Class<?> raw = type.resolve();
    if (raw == null || raw.getName().startsWith("dev.adk4j.client.") || !values.add(raw)) {
      return;
    }
    if (raw.isSealed()) {
      for (Class<?> permitted : raw.getPermittedSubclasses()) {
        collect(ResolvableType.forClass(permitted), values);
      }
    }
    for (ResolvableType generic : type.getGenerics()) {
      collect(generic, values);
    }
  }

  private static final class Fragments extends BeanRegistrationCodeFragmentsDecorator {

    private final Class<?> type;

    Fragments(BeanRegistrationCodeFragments delegate, Class<?> type) {
      super(delegate);
      this.type = type;
    }

    @Override
    public ClassName getTarget(RegisteredBean bean) {
      return ClassName.get(type);
    }

    @Override
    public CodeBlock generateInstanceSupplierCode(
        GenerationContext generation,
        BeanRegistrationCode code,
        boolean allowDirectSupplierShortcut) {
      GeneratedMethod method =
          code.getMethods()
              .add(
                  "getAgentService",
                  builder ->
                      builder
                          .addJavadoc("Creates the proxy of {@link $T}.", type)
                          .addModifiers(
                              javax.lang.model.element.Modifier.PRIVATE,
                              javax.lang.model.element.Modifier.STATIC)
                          .addParameter(RegisteredBean.class, "registeredBean")
                          .returns(type)
                          .addStatement(
                              "return $T.class.cast(registeredBean.getBeanFactory().getBean($S, $T.class).apply($T.class))",
                              type,
                              AgentServices.BEAN,
                              Function.class,
                              type));
      return CodeBlock.of(
          "$T.of($L)", InstanceSupplier.class, method.toMethodReference().toCodeBlock());
    }
  }
}
