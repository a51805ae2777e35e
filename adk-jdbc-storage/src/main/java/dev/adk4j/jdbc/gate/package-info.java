/** Gate store in the storage's database. */
@NullMarked
package dev.adk4j.jdbc.gate;

import org.jspecify.annotations.NullMarked;
