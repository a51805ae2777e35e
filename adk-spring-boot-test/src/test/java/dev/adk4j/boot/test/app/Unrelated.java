package dev.adk4j.boot.test.app;

import org.springframework.stereotype.Component;

/** A component that is none of the agent's. */
@Component
public class Unrelated {}
