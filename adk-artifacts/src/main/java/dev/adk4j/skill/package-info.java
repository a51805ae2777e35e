/** Skills: folders with instructions that a model reads when it needs them. */
@NullMarked
package dev.adk4j.skill;

import org.jspecify.annotations.NullMarked;
