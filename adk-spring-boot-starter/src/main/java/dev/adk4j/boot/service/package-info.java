/** Interfaces whose methods call an agent. */
@NullMarked
package dev.adk4j.boot.service;

import org.jspecify.annotations.NullMarked;
