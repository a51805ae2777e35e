/** Interfaces that are no agents. */
package dev.adk4j.wrongservices;
