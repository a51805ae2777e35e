/** Internal. May change without notice. OpenAI's endpoints. */
@NullMarked
package dev.adk4j.web.internal.openai;

import org.jspecify.annotations.NullMarked;
