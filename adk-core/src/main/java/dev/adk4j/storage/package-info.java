/** The 27 callbacks an application supplies, their bundles, and two reference adapters. */
@NullMarked
package dev.adk4j.storage;

import org.jspecify.annotations.NullMarked;
