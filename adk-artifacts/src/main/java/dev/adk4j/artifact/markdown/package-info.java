/** Provides Markdown as artifacts with queries for headings, sections, links and code. */
@NullMarked
package dev.adk4j.artifact.markdown;

import org.jspecify.annotations.NullMarked;
