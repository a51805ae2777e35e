/** Gates and decisions in relational tables. */
@NullMarked
package dev.adk4j.jpa.gate;

import org.jspecify.annotations.NullMarked;
