package dev.adk4j.boot.skill;

import dev.adk4j.error.AdkException;
import dev.adk4j.skill.Skills;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.ResourcePatternResolver;
import org.springframework.util.StringUtils;

/** Reads the skills of folders and of class path locations, including those in jars. */
final class SkillLocations {

  static final String PROPERTY = "adk.skills.locations";

  private static final int MORE_THAN_A_SKILL_READS = (64 << 10) + 1;

  private final ResourcePatternResolver resolver;
  private final Skills.Builder skills = Skills.builder();

  SkillLocations(ResourcePatternResolver resolver) {
    this.resolver = resolver;
  }

  Skills read(List<String> locations) {
    for (String location : locations) {
      try {
        if (location.startsWith("classpath")) {
          addOfClassPath(location);
        } else {
          skills.folder(Path.of(location.replaceFirst("^file:(//)?", "")));
        }
      } catch (IOException | InvalidPathException e) {
        throw refused(location, "cannot be looked up (" + e + ")");
      }
    }
    try {
      return skills.build();
    } catch (AdkException e) {
      throw refused(String.join(",", locations), String.valueOf(e.getMessage()));
    }
  }

  private void addOfClassPath(String location) throws IOException {
    String path = location.substring(location.indexOf(':') + 1).replaceAll("^/+|/+$", "");
    Set<String> roots = new TreeSet<>();
    for (Resource skill : resolver.getResources("classpath*:" + path + "/*/SKILL.md")) {
      String url = skill.getURL().toString();
      roots.add(url.substring(0, url.lastIndexOf('/', url.lastIndexOf('/') - 1) + 1));
    }
    if (roots.isEmpty()) {
      throw refused(location, "has no folder with a SKILL.md on the class path");
    }
    for (String root : roots) {
      Resource folder = resolver.getResource(root);
      if (folder.isFile()) {
        skills.folder(folder.getFile().toPath());
      } else {
        skills.files(location, contents(path, root));
      }
    }
  }

  private Map<String, byte[]> contents(String path, String root) throws IOException {
    Map<String, byte[]> contents = new TreeMap<>();
    for (Resource file : resolver.getResources("classpath*:" + path + "/*/**")) {
      String url = file.getURL().toString();
      if (url.startsWith(root) && !url.endsWith("/")) {
        try (InputStream in = file.getInputStream()) {
          contents.put(
              StringUtils.uriDecode(url.substring(root.length()), StandardCharsets.UTF_8),
              in.readNBytes(MORE_THAN_A_SKILL_READS));
        }
      }
    }
    return contents;
  }

  private static InvalidConfigurationPropertyValueException refused(String location, String why) {
    return new InvalidConfigurationPropertyValueException(PROPERTY, location, why);
  }
}
