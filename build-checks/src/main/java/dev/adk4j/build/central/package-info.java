/** Checks and packs the bundle that is uploaded to Maven Central. */
package dev.adk4j.build.central;
