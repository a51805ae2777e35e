package dev.adk4j.boot.test.app;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application with more than an agent. */
@SpringBootApplication
public class AgentApplication {}
