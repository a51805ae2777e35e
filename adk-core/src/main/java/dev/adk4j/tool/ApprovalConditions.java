package dev.adk4j.tool;

import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** Finds the methods that {@link AgentTool#approvalWhen} names. */
final class ApprovalConditions {

  private ApprovalConditions() {}

  /** Returns the method, made accessible; null if none is named or no method matches the name. */
  static @Nullable Method of(Method tool, AgentTool stated) {
    if (stated.approvalWhen().isEmpty()) {
      return null;
    }
    try {
      Method found =
          tool.getDeclaringClass()
              .getDeclaredMethod(stated.approvalWhen(), tool.getParameterTypes());
      if (found.getReturnType() != boolean.class || Modifier.isPrivate(found.getModifiers())) {
        return null;
      }
      found.setAccessible(true);
      return found;
    } catch (NoSuchMethodException | InaccessibleObjectException | SecurityException e) {
      return null;
    }
  }
}
