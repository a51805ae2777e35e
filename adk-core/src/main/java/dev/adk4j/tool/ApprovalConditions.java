package dev.adk4j.tool;

import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** Finds the methods that {@link AgentTool#approvalWhen} names. */
final class ApprovalConditions {

  private ApprovalConditions() {}

  /** Returns the method, which can be called; null where none is named, or none fits the name. */
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
