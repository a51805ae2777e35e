/** Finding memories that fit a turn and showing them to its model. */
@NullMarked
package dev.adk4j.memory.injection;

import org.jspecify.annotations.NullMarked;
