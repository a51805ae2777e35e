package dev.adk4j.build;

import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds what a class closes after its tests although it was made together with the class. A failed
 * test that runs again in the same JVM finds it closed and cannot pass.
 */
final class ClosedForGood {

  private static final Pattern CLOSED_BY_JUNIT =
      Pattern.compile("@AutoClose\\b[^=;]*?\\bstatic\\b[^=;]*?(\\w+)\\s*[=;]");
  private static final Pattern AFTER_ALL =
      Pattern.compile(
          "(?ms)^( +)(?:@AfterAll\\b|public void afterAll\\()[^{]*\\{(?<body>.*?)^\\1\\}");
  private static final Pattern CLOSED =
      Pattern.compile("\\b(\\w+)(?:\\.values\\(\\))?\\.(?:close|stop|shut|destroy|forEach)");

  private ClosedForGood() {}

  /** Returns the names of such fields. */
  static Stream<String> in(String source) {
    return Stream.concat(names(CLOSED_BY_JUNIT, source), closedAfterAll(source))
        .filter(name -> isMadeWithItsClass(name, source))
        .distinct();
  }

  private static Stream<String> closedAfterAll(String source) {
    return AFTER_ALL
        .matcher(source)
        .results()
        .map(found -> found.group("body"))
        .flatMap(body -> names(CLOSED, body).filter(name -> !body.contains(name + ".clear()")));
  }

  private static boolean isMadeWithItsClass(String name, String source) {
    // an object of an extension may be a static field and outlives a run, too
    String kept = source.contains("AfterAllCallback") ? "(?:static|final)" : "static";
    String field = "\\b" + kept + "\\b[^=;(){}]*\\b" + name;
    String inStaticBlock = "\\bstatic final\\b[^=;(){}]*\\b" + name;
    return Pattern.compile(field + "\\s*=|" + inStaticBlock + ";").matcher(source).find();
  }

  private static Stream<String> names(Pattern pattern, String source) {
    return pattern.matcher(source).results().map(found -> found.group(1));
  }
}
