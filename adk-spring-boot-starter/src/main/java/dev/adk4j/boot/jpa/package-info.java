/** The storage's tables as JPA entities with repositories. */
@NullMarked
package dev.adk4j.boot.jpa;

import org.jspecify.annotations.NullMarked;
