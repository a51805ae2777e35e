/** Test slice for agents. */
@NullMarked
package dev.adk4j.boot.test;

import org.jspecify.annotations.NullMarked;
