/**
 * Internal. May change without notice. The guard in front of HTTP endpoints, problem details and
 * sealed cursors.
 */
@NullMarked
package dev.adk4j.web.internal;

import org.jspecify.annotations.NullMarked;
