package dev.adk4j.docs;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds names of internal types on the pages that are written for users. */
public final class InternalNames {

  private static final Pattern QUALIFIED =
      Pattern.compile("\\bdev\\.adk4j\\.([a-z]+\\.)*internal\\.");

  /** Pages about the library's own code and its history. */
  private static final Pattern ABOUT_THE_CODE =
      Pattern.compile("docs/(reports|decisions)/.*|docs/(renames|architecture)\\.md");

  private InternalNames() {}

  /** Returns what the guides name, with its page. */
  public static List<String> onPages(Set<String> types) {
    return Repository.pages().stream()
        .filter(page -> !ABOUT_THE_CODE.matcher(page.name()).matches())
        .flatMap(
            page ->
                Stream.concat(
                        page.names().stream()
                            .filter(name -> types.contains(name.replaceFirst("[.#(].*", ""))),
                        QUALIFIED
                            .matcher(Repository.text(page.name()))
                            .results()
                            .map(r -> r.group()))
                    .map(name -> page.name() + ": " + name))
        .toList();
  }

  /** Returns true for a source that imports or spells out an internal type. */
  public static boolean isQualifiedIn(String source) {
    return QUALIFIED.matcher(source).find();
  }
}
