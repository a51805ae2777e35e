/** The same turns under {@code kill -9}, with this library and with others. */
@org.jspecify.annotations.NullMarked
package dev.adk4j.benchmarks.kill;
