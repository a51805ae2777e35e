/** The conformance kit for vector backends, and an encoder that needs no model. */
@NullMarked
package dev.adk4j.test.vector;

import org.jspecify.annotations.NullMarked;
