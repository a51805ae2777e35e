package dev.adk4j.boot;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Adds a {@link dev.adk4j.loop.DispatchMiddleware} bean to the dispatch input pipeline, which runs
 * in every iteration, before the executor. Middleware without an annotation is also added here. Use
 * it on the class or on the bean method; {@code @Order} defines the position in the pipeline.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface DispatchInput {}
