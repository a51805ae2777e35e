/** Events of durable turns in the storage's database, for readers on any node. */
@NullMarked
package dev.adk4j.durable.event;

import org.jspecify.annotations.NullMarked;
