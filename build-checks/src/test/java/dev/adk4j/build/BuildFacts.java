package dev.adk4j.build;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a build says, in words that Maven and Gradle share (Gradle's, as its scopes are finer). */
final class BuildFacts {

  /** Java level, group, wrapper and the like, by name. */
  final SortedMap<String, String> settings = new TreeMap<>();

  /** Versions written in the build itself, by {@code group:artifact}. */
  final SortedMap<String, String> versions = new TreeMap<>();

  /** For each module its dependencies, as {@code configuration group:artifact}. */
  final SortedMap<String, SortedSet<String>> modules = new TreeMap<>();

  /** The modules that are for others: Maven deploys them, both builds install them. */
  final SortedSet<String> published = new TreeSet<>();

  /** What could not be read. A build with problems equals no other. */
  final List<String> problems = new ArrayList<>();

  SortedSet<String> module(String name) {
    return modules.computeIfAbsent(name, n -> new TreeSet<>());
  }

  /** Adds to a setting that is a list. */
  void append(String setting, String value) {
    SortedSet<String> values = new TreeSet<>(List.of(value));
    String before = settings.get(setting);
    if (before != null) {
      values.addAll(List.of(before.split(", ")));
    }
    settings.put(setting, String.join(", ", values));
  }
}
