package dev.adk4j.sample.library;

/**
 * A page of the documentation.
 *
 * @param path as in the repository, such as {@code docs/reference/errors.md}
 * @param title the first heading
 * @param text the page's Markdown
 */
public record Document(String path, String title, String text) {}
