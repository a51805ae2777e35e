package dev.adk4j.benchmarks.startup.app;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** The application's one entity. */
@Entity
@Table(name = "startup_note")
public class Note {

  @Id @Nullable Long id;

  @Column @Nullable String text;
}
