package dev.adk4j.docs;

import java.util.Map;

/**
 * A code block of a page.
 *
 * @param line the page's line that the first line of the code is, from 1
 * @param marks what the comments directly above say, such as {@code given} or {@code run}
 */
record Sample(
    MarkdownPage page,
    int index,
    int line,
    String language,
    Map<String, String> marks,
    String text) {

  boolean has(String mark) {
    return marks.containsKey(mark);
  }

  String mark(String mark) {
    return marks.getOrDefault(mark, "");
  }

  /** For people: {@code docs/tools.md:57}. */
  String place() {
    return page.name() + ":" + line;
  }

  /** Whether the classes its {@code needs} mark names are on the class path. */
  boolean supported() {
    for (String name : mark("needs").split("[,\\s]+")) {
      if (!name.isEmpty()
          && Sample.class.getClassLoader().getResource(name.replace('.', '/') + ".class") == null) {
        return false;
      }
    }
    return true;
  }
}
