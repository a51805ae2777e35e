/** Internal. May change without notice. Reports about properties with a wrong name or value. */
@NullMarked
package dev.adk4j.boot.internal.diagnosis;

import org.jspecify.annotations.NullMarked;
