/** The guard before the endpoints as beans. */
@NullMarked
package dev.adk4j.boot.web.config;

import org.jspecify.annotations.NullMarked;
