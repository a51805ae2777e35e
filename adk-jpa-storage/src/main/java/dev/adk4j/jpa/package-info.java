/** Storage in relational tables. */
@NullMarked
package dev.adk4j.jpa;

import org.jspecify.annotations.NullMarked;
