package dev.adk4j.boot.internal.properties;

import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.util.ClassUtils;

/** Detects an application that is being developed. */
public final class Development {

  private static final String DEVTOOLS =
      "org.springframework.boot.devtools.restart.RestartScopeInitializer";

  private Development() {}

  /** Returns true if spring-boot-devtools is present. */
  public static boolean hasDevtools() {
    return ClassUtils.isPresent(DEVTOOLS, null);
  }

  /** Returns true with spring-boot-devtools, or a profile named dev, local or test. */
  public static boolean isDeclared(Environment environment) {
    return hasDevtools() || environment.acceptsProfiles(Profiles.of("dev", "local", "test"));
  }
}
