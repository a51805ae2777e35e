package dev.adk4j.benchmarks.startup.app;

import org.springframework.data.jpa.repository.JpaRepository;

/** The application's one repository. */
public interface Notes extends JpaRepository<Note, Long> {}
