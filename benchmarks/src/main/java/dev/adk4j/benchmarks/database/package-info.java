/** B1 and B2: what a turn costs the database, for this library and for its peers. */
@NullMarked
package dev.adk4j.benchmarks.database;

import org.jspecify.annotations.NullMarked;
