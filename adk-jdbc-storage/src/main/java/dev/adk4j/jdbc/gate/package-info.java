/** Gates and decisions in relational tables. */
@NullMarked
package dev.adk4j.jdbc.gate;

import org.jspecify.annotations.NullMarked;
