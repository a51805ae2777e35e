/** Internal. May change without notice. The door for clients of OpenAI's endpoints. */
@NullMarked
package dev.adk4j.web.openai;

import org.jspecify.annotations.NullMarked;
