/** The storage module as beans: tables, callbacks and what watches over both. */
@NullMarked
package dev.adk4j.boot.jdbc;

import org.jspecify.annotations.NullMarked;
