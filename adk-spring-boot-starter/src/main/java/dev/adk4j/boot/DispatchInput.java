package dev.adk4j.boot;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Puts a {@link dev.adk4j.loop.DispatchMiddleware} bean into the dispatch input pipeline, which
 * runs in every iteration, before the executor. This is also where one without an annotation
 * belongs. On the class or on the bean method; {@code @Order} says where in the pipeline.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface DispatchInput {}
