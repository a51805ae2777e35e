package dev.adk4j.boot.internal.callback;

/**
 * Marks a bean of the starter that has listener methods. The methods of the starter's other beans
 * are not read at startup.
 */
public interface OwnListeners {}
