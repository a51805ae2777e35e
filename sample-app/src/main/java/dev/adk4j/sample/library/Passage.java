package dev.adk4j.sample.library;

/**
 * A part of a page that is small enough to be found and quoted.
 *
 * @param place its number within the page, from 0
 * @param heading the headings it stands under, outermost first, such as {@code Errors › Tools}
 * @param anchor the innermost heading as a fragment; empty above the first heading
 */
record Passage(Document document, int place, String heading, String anchor, String text) {

  String id() {
    return document.path() + "!" + place;
  }

  /** Returns the link to the passage inside the repository. */
  String source() {
    return anchor.isEmpty() ? document.path() : document.path() + "#" + anchor;
  }
}
