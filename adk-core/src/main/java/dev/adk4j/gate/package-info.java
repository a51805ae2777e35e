/** Gates that turns wait at: requests, decisions, the service that settles them, their store. */
@NullMarked
package dev.adk4j.gate;

import org.jspecify.annotations.NullMarked;
