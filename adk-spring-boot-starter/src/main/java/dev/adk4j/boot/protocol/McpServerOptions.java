package dev.adk4j.boot.protocol;

import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.loop.Tool;
import dev.adk4j.tool.internal.ToolNames;
import dev.adk4j.web.internal.protocol.ProtocolAgents;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Reads the properties of the MCP server; an unknown name is rejected. */
record McpServerOptions(AdkProperties properties) {

  static final String PATH = "adk.web.mcp.path";

  String path() {
    return String.valueOf(properties.web().mcp().path());
  }

  /** Returns the names of the agents that are offered. */
  Set<String> agents(ProtocolAgents agents) {
    List<String> chosen = properties.web().mcp().agents();
    if (chosen == null) {
      return new TreeSet<>(agents.names());
    }
    for (String name : chosen) {
      if (!agents.names().contains(name)) {
        throw new InvalidConfigurationPropertyValueException(
            "adk.web.mcp.agents",
            name,
            "is no agent; there are: " + String.join(", ", new TreeSet<>(agents.names())));
      }
    }
    return new TreeSet<>(chosen);
  }

  /** Returns the tools that are offered. */
  List<Tool> tools(List<Tool> all) {
    List<String> chosen = properties.web().mcp().tools();
    if (chosen.isEmpty()) {
      return List.of();
    }
    ToolNames names = ToolNames.of(chosen);
    List<String> missing = names.missing(all.stream().map(Tool::name).toList());
    if (!missing.isEmpty()) {
      throw new InvalidConfigurationPropertyValueException(
          "adk.web.mcp.tools",
          missing.getFirst(),
          "is no tool; there are: "
              + String.join(", ", new TreeSet<>(all.stream().map(Tool::name).toList())));
    }
    return all.stream().filter(tool -> names.contains(tool.name())).toList();
  }

  /** The same name for two tools would hide one of them. */
  static void checkNames(List<String> names) {
    Set<String> taken = new HashSet<>();
    for (String name : names) {
      if (!taken.add(name)) {
        throw new InvalidConfigurationPropertyValueException(
            "adk.web.mcp.tools",
            name,
            "is the name of two MCP tools. Agents and tools share their names, so rename one of "
                + "them, or leave one out");
      }
    }
  }
}
