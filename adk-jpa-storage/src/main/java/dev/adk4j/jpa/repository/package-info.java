/**
 * Read-only Spring Data repositories over the storage's tables. Each query names its tenant:
 * nothing else keeps tenants apart here. Parts of keys are given and come as they are stored, see
 * {@link dev.adk4j.jdbc.TextEscape}.
 */
@NullMarked
package dev.adk4j.jpa.repository;

import org.jspecify.annotations.NullMarked;
