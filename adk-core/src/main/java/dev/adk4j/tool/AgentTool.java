package dev.adk4j.tool;

import dev.adk4j.loop.AfterCrash;
import dev.adk4j.loop.Tool;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method a tool; {@link Tools#of} collects them. The parameters become the arguments, but
 * for those that are injected: {@code DispatchContext}, {@code AgentContext}, {@code Scope}, {@code
 * AbortSignal}, {@link ToolContext} and the tool's {@code Attributes}. Who the tool acts for is
 * never an argument, since a model chooses those: take it from the injected {@code Scope} or {@code
 * ctx.scope()}.
 *
 * <p>What is returned becomes the result: {@code String} and {@code Tokenizable} as text, {@code
 * byte[]}, {@code Media}, a collection of {@code Media}, {@code SpooledArtifact} and {@code
 * ToolOutput} as they are, anything else as indented JSON, null as JSON's. A method that returns
 * nothing is refused: the model must be told something, and only the author knows what. So are
 * futures: tools block.
 *
 * <p>The method may throw anything. It is called by concurrent turns, and never private: a proxy of
 * its bean would not reach it.
 *
 * @since 0.1.0
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AgentTool {

  /** The same as {@link #description}, for {@code @AgentTool("Finds an order.")}. */
  String value() default "";

  /** Returns the tool's name; without one, the method's. */
  String name() default "";

  /** Describes the tool to the model. Not empty, here or as {@link #value}. */
  String description() default "";

  /** Marks the tool as {@link dev.adk4j.loop.Tool#trusted trusted}. */
  boolean trusted() default false;

  /** Marks the tool as {@link dev.adk4j.loop.Tool#ephemeral ephemeral}. */
  boolean ephemeral() default false;

  /**
   * Marks the tool as {@link dev.adk4j.loop.Tool#readOnly read-only}: a call changes nothing, so
   * one that a crash cut off is started again. Says nothing about running at once.
   */
  boolean readOnly() default false;

  /**
   * Says what becomes of a call that was started when its process ended, in a turn that goes on
   * elsewhere. By default it is started again if the tool is {@link #readOnly}, and never
   * otherwise: the model is told that its outcome is unknown.
   */
  AfterCrash afterCrash() default AfterCrash.DEFAULT;

  /**
   * Marks the tool as {@link dev.adk4j.loop.Tool#parallel parallel}: calls that the model asks for
   * in one answer may run at once, each on a virtual thread of its own. The security context and
   * the logging context are there, a transaction of the caller is not.
   *
   * <pre>{@code
   * @AgentTool(value = "Finds an order.", readOnly = true, parallel = true)
   * String find(String number) { … }
   * }</pre>
   */
  boolean parallel() default false;

  /**
   * Returns true where the model sees the returned text itself, instead of a handle to a spooled
   * artifact.
   */
  boolean artifactTool() default false;

  /**
   * Returns the id of the artifact type that text and bytes become: {@code spooled}, {@code json},
   * {@code markdown}, or one registered with the types given to {@link Tools}. Without one, {@code
   * json} where the method returns an object that is written as JSON, and {@code spooled}
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
   * Chooses whether each call waits for somebody's decision before it starts, and whose; see {@link
   * ApprovalGuard}.
   */
  Approval approval() default Approval.NONE;

  /**
   * Names an authority that whoever decides must have, such as {@code ROLE_FINANCE}, besides those
   * that are configured for the gate's reason. At most 100 letters, digits, dots, dashes, colons
   * and underscores.
   */
  String approvalRole() default "";

  /**
   * Names a method of the same class that returns true for calls that need the approval; all do
   * without one. It is no private method, has the parameters of the tool's and returns {@code
   * boolean}. It is asked more than once for a call and gives the same answer each time; if it
   * throws, the call fails.
   */
  String approvalWhen() default "";

  /** Seconds after which a call that nobody decided on is refused; 0 waits as long as it takes. */
  long approvalTimeoutSeconds() default 0;
}
