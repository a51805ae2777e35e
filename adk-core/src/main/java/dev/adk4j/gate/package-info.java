/** Gates that turns wait at: requests, decisions, records, and the rules of who may settle them. */
@NullMarked
package dev.adk4j.gate;

import org.jspecify.annotations.NullMarked;
