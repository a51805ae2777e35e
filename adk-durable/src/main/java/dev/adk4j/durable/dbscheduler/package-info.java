/**
 * Queue of durable turns on db-scheduler, in the storage's database. Only this package uses
 * db-scheduler, and it exposes none of its types.
 */
@NullMarked
package dev.adk4j.durable.dbscheduler;

import org.jspecify.annotations.NullMarked;
