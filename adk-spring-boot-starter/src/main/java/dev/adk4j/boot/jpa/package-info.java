/** The storage module as beans: tables, callbacks and what watches over both. */
@NullMarked
package dev.adk4j.boot.jpa;

import org.jspecify.annotations.NullMarked;
