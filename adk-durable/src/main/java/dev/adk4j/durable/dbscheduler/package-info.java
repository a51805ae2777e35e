/**
 * Queue of durable turns on db-scheduler, in the storage's database. Only this package knows
 * db-scheduler, and none of its types shows.
 */
@NullMarked
package dev.adk4j.durable.dbscheduler;

import org.jspecify.annotations.NullMarked;
