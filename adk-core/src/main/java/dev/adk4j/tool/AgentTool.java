package dev.adk4j.tool;

import dev.adk4j.loop.AfterCrash;
import dev.adk4j.loop.Tool;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method a tool; {@link Tools#of} collects the methods. The parameters become the tool's
 * arguments, except the injected ones: {@code DispatchContext}, {@code AgentContext}, {@code
 * Scope}, {@code AbortSignal}, {@link ToolContext} and the tool's {@code Attributes}. Never take
 * the acting user as an argument, since a model chooses arguments: use the injected {@code Scope}
 * or {@code ctx.scope()}.
 *
 * <p>The return value becomes the result: {@code String} and {@code Tokenizable} as text; {@code
 * byte[]}, {@code Media}, a collection of {@code Media}, {@code SpooledArtifact} and {@code
 * ToolOutput} unchanged; any other object as indented JSON, and null as the JSON null. A void
 * method is rejected, since the model needs a result that only the author can provide. Futures are
 * rejected too: tools block.
 *
 * <p>The method may throw any exception. Concurrent turns call it. It must not be private, since a
 * proxy of its bean does not reach private methods.
 *
 * @since 0.1.0
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AgentTool {

  /** Alias of {@link #description}, for {@code @AgentTool("Finds an order.")}. */
  String value() default "";

  /** Returns the tool's name; by default, the name of the method. */
  String name() default "";

  /** Describes the tool to the model. Must not be empty, here or as {@link #value}. */
  String description() default "";

  /** Marks the tool as {@link dev.adk4j.loop.Tool#trusted trusted}. */
  boolean trusted() default false;

  /** Marks the tool as {@link dev.adk4j.loop.Tool#ephemeral ephemeral}. */
  boolean ephemeral() default false;

  /**
   * Marks the tool as {@link dev.adk4j.loop.Tool#readOnly read-only}: a call changes nothing, so a
   * call that a crash interrupted is started again. Does not imply {@link #parallel}.
   */
  boolean readOnly() default false;

  /**
   * Defines how a call is handled that was running when its process ended, if the turn resumes in
   * another process. By default, a {@link #readOnly} tool is called again, and any other is not:
   * the model is informed that the call's outcome is unknown.
   */
  AfterCrash afterCrash() default AfterCrash.DEFAULT;

  /**
   * Marks the tool as {@link dev.adk4j.loop.Tool#parallel parallel}: the calls of one model
   * response may run at once, each on its own virtual thread. The security context and the logging
   * context are propagated; a transaction of the caller is not.
   *
   * <pre>{@code
   * @AgentTool(value = "Finds an order.", readOnly = true, parallel = true)
   * String find(String number) { … }
   * }</pre>
   */
  boolean parallel() default false;

  /**
   * Returns true if the model sees the returned text itself instead of a handle to a spooled
   * artifact.
   */
  boolean artifactTool() default false;

  /**
   * Returns the id of the artifact type that text and bytes become: {@code spooled}, {@code json},
   * {@code markdown}, or a type registered with the types given to {@link Tools}. By default,
   * {@code json} if the method returns an object that is written as JSON, and {@code spooled}
   * otherwise.
   */
  String artifactType() default "";

  /**
   * Bounds the time of a call, such as {@code 30s}, {@code 500ms} or {@code 2m}: then its thread is
   * interrupted, and the model is told {@code E_TOOL_TIMEOUT}. See {@link Tool.Builder#timeout}.
   * Without one, {@code adk.tools.timeout} in a Spring Boot application, and no bound elsewhere.
   */
  String timeout() default "";

  Tool.OnCollision onCollision() default Tool.OnCollision.THROW;

  /**
   * Defines whether each call waits for a decision before it starts, and who decides; see {@link
   * ApprovalGuard}.
   */
  Approval approval() default Approval.NONE;

  /**
   * Names an authority that the decider must have, such as {@code ROLE_FINANCE}, in addition to
   * those configured for the gate's reason. At most 100 letters, digits, dots, dashes, colons and
   * underscores.
   */
  String approvalRole() default "";

  /**
   * Names a method of the same class that returns true for calls that need the approval; by default
   * all calls need it. The method must not be private, has the parameters of the tool's method and
   * returns {@code boolean}. It may be called more than once for a call and must return the same
   * value each time; if it throws, the call fails.
   */
  String approvalWhen() default "";

  /** Timeout in seconds, after which an undecided call is refused; 0 for no timeout. */
  long approvalTimeoutSeconds() default 0;
}
