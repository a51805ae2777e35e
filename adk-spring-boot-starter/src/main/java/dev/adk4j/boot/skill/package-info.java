/** Skills from the folders that properties name. */
@NullMarked
package dev.adk4j.boot.skill;

import org.jspecify.annotations.NullMarked;
