package dev.adk4j.boot.internal.diagnosis;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Rejects environment variables and system properties under {@code adk} that no property reads.
 * Spring rejects only unknown names in files, because an environment also has variables of other
 * programs. Names that are neither in a group of this library nor similar to one of its names are
 * ignored, as are the variables that Kubernetes sets for a service.
 */
public final class UnknownVariables implements ConfigurationPropertiesBindHandlerAdvisor {

  private static final Set<String> SOURCES =
      Set.of(
          StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
          StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);

  private static final ConfigurationPropertyName ADK = ConfigurationPropertyName.of("adk");

  private static final Pattern OF_A_SERVICE =
      Pattern.compile(".+\\.(service\\.host|(service\\.)?port([.\\[].+)?)");

  @Override
  public BindHandler apply(BindHandler handler) {
    return new AbstractBindHandler(handler) {

      private final Set<String> read = new HashSet<>();

      @Override
      public <T> @Nullable Bindable<T> onStart(
          ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
        read.add(plain(name));
        return super.onStart(name, target, context);
      }

      @Override
      public void onFinish(
          ConfigurationPropertyName name,
          Bindable<?> target,
          BindContext context,
          @Nullable Object result)
          throws Exception {
        super.onFinish(name, target, context, result);
        if (context.getDepth() == 0 && name.equals(ADK)) {
          check(context.getSources(), read);
        }
      }
    };
  }

  private static void check(Iterable<ConfigurationPropertySource> sources, Set<String> read) {
    Set<ConfigurationProperty> unknown = new LinkedHashSet<>();
    for (ConfigurationPropertySource source : sources) {
      if (source instanceof IterableConfigurationPropertySource all
          && all.getUnderlyingSource() instanceof PropertySource<?> from
          && SOURCES.contains(from.getName())) {
        all.stream()
            .filter(name -> ADK.isAncestorOf(name) && !isRead(name, read))
            .map(all::getConfigurationProperty)
            .forEach(unknown::add);
      }
    }
    if (!unknown.isEmpty()) {
      KnownProperties known = KnownProperties.ALL;
      unknown.removeIf(property -> isOfOthers(property.getName().toString(), known));
    }
    if (!unknown.isEmpty()) {
      throw new UnboundConfigurationPropertiesException(unknown);
    }
  }

  /** A list element that another source replaced is not read, but is known. */
  private static boolean isRead(ConfigurationPropertyName name, Set<String> read) {
    return read.contains(plain(name))
        || name.isLastElementIndexed() && read.contains(plain(name.getParent()));
  }

  private static boolean isOfOthers(String name, KnownProperties known) {
    return OF_A_SERVICE.matcher(name).matches()
        || !known.hasGroupOf(name) && known.near(name).isEmpty();
  }

  /** Variables contain neither dashes nor underscores in their place. */
  private static String plain(ConfigurationPropertyName name) {
    return name.toString().replaceAll("[^\\p{L}\\p{N}]", "").toLowerCase(Locale.ROOT);
  }
}
