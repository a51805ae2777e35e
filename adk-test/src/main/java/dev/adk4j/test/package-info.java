/** Contract tests, fakes and assertions for code that uses the engine. */
@NullMarked
package dev.adk4j.test;

import org.jspecify.annotations.NullMarked;
