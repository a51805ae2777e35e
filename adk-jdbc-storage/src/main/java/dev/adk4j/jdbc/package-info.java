/** Storage in relational tables. */
@NullMarked
package dev.adk4j.jdbc;

import org.jspecify.annotations.NullMarked;
