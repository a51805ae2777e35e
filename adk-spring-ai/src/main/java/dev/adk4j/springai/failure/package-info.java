/** Classification of providers' errors. */
@NullMarked
package dev.adk4j.springai.failure;

import org.jspecify.annotations.NullMarked;
