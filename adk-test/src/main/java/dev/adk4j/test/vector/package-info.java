/** Contract tests for vector backends, and an encoder without a model. */
@NullMarked
package dev.adk4j.test.vector;

import org.jspecify.annotations.NullMarked;
