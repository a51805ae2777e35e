package dev.adk4j.benchmarks.startup;

import dev.adk4j.benchmarks.JavaProcess;
import java.io.File;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The two class paths, cut out of the benchmarks' own, which holds all peers: what
 * spring-boot-starter-data-jpa and a driver bring, and what the starter and the JPA storage add.
 */
final class StartupClassPath {

  /** This module itself, for the application. */
  private static final String SELF = "benchmarks/target/(test-)?classes|benchmarks-[^/]*\\.jar";

  private static final String BARE =
      "/(spring-boot(?!-(test|starter-test|jackson|starter-jackson))[a-z-]*"
          + "|spring-(aop|aspects|beans|context|core|expression|jdbc|orm|tx)|spring-data-[a-z]+"
          + "|hibernate-[a-z]+|jakarta\\.(persistence|transaction|annotation|inject|xml\\.bind|activation)-api"
          + "|HikariCP|postgresql|slf4j-api|jul-to-slf4j|logback-[a-z]+|log4j-[a-z0-9-]+"
          + "|micrometer-(commons|observation)|antlr4-runtime|byte-buddy|classmate|jboss-logging|jspecify|aspectjweaver"
          + "|snakeyaml|commons-logging|jaxb-[a-z]+|txw2|istack-commons-runtime|angus-activation)-\\d[^/]*\\.jar";

  private static final String JACKSON =
      "/(spring-boot-(starter-)?jackson|jackson-annotations)-\\d[^/]*\\.jar|/jackson-(core|databind)-3[^/]*\\.jar";

  private static final String STARTER =
      "adk-(core|artifacts|prompt|vector|memory|jdbc-storage|jpa-storage|spring-web|spring-boot-starter)(/target/classes|-[^/]*\\.jar)"
          + "|/(json-schema-validator|itu|jsonschema-generator"
          + "|jsonschema-module-jackson|jtokkit|json-path|json-smart|accessors-smart|asm|re2j|commonmark[a-z-]*|autolink"
          + "|snakeyaml-engine|uuid-creator)-\\d[^/]*\\.jar";

  private StartupClassPath() {}

  static String bare() {
    return matching(SELF + "|" + BARE);
  }

  /** The part of the difference that most applications have already: a JSON mapper. */
  static String withJackson() {
    return matching(SELF + "|" + BARE + "|" + JACKSON);
  }

  static String withStarter() {
    return matching(SELF + "|" + BARE + "|" + JACKSON + "|" + STARTER);
  }

  private static String matching(String pattern) {
    Pattern wanted = Pattern.compile("(" + pattern + ")/?$");
    List<String> entries =
        JavaProcess.classPathEntries().stream()
            .filter(entry -> wanted.matcher(entry.replace(File.separatorChar, '/')).find())
            .toList();
    return entries.stream().collect(Collectors.joining(File.pathSeparator));
  }
}
