package dev.adk4j.boot.internal.condition;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;

/**
 * Matches if the storage module stores in the application's data source. Types are named by texts,
 * because an annotation with a missing class would be ignored.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ConditionalOnClass(
    name = {
      "dev.adk4j.jdbc.JdbcStorageOptions",
      "javax.sql.DataSource",
      "org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization"
    })
@ConditionalOnBean(type = "dev.adk4j.jdbc.JdbcStorageOptions")
@ConditionalOnSingleCandidate(type = "javax.sql.DataSource")
public @interface ConditionalOnStorageDatabase {}
