/** What can be watched of memory: operations to time and trace, and failures to count. */
@NullMarked
package dev.adk4j.memory.observe;

import org.jspecify.annotations.NullMarked;
