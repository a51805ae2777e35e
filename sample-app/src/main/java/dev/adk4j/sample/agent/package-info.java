/** Agent of the sample: its intents, its tools, and the executor that answers without a model. */
@NullMarked
package dev.adk4j.sample.agent;

import org.jspecify.annotations.NullMarked;
