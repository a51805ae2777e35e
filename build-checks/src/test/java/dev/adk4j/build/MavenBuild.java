package dev.adk4j.build;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * Reads the POMs and says the same in Gradle's words.
 *
 * <p>The one rule for scopes: {@code compile} is {@code api}, for Maven hands it on to whoever
 * depends on the module or may do so when it is published, else {@code implementation}. {@code
 * optional} is {@code compileOnly} and {@code testImplementation}, {@code runtime} is {@code
 * runtimeOnly}, {@code test} is {@code testImplementation}.
 */
final class MavenBuild {

  private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");

  private final Path root;
  private final BuildFacts facts = new BuildFacts();
  private final Map<String, String> properties = new HashMap<>();
  private String group = "";

  private MavenBuild(Path root) {
    this.root = root;
  }

  static BuildFacts read(Path root) throws IOException {
    MavenBuild build = new MavenBuild(root);
    build.read();
    return build.facts;
  }

  private void read() throws IOException {
    Element project = parse(root.resolve("pom.xml"));
    group = text(project, "groupId");
    properties.put("project.version", text(project, "version"));
    for (Element property : children(child(project, "properties"))) {
      properties.put(property.getTagName(), property.getTextContent().trim());
    }
    readSettings(project);
    readManagedVersions(project);

    Map<String, Element> poms = new LinkedHashMap<>();
    for (Element module : children(child(project, "modules"))) {
      String name = module.getTextContent().trim();
      poms.put(name, parse(root.resolve(name).resolve("pom.xml")));
    }
    Set<String> seenByOthers = new TreeSet<>();
    for (Element pom : poms.values()) {
      for (Element dependency : children(child(pom, "dependencies"))) {
        if (text(dependency, "groupId").equals(group)) {
          seenByOthers.add(text(dependency, "artifactId"));
        }
      }
    }
    poms.forEach((name, pom) -> readModule(name, pom, seenByOthers.contains(name)));
  }

  private void readSettings(Element project) {
    facts.settings.put("name", text(project, "artifactId"));
    facts.settings.put("group", group);
    facts.settings.put("version", text(project, "version"));
    facts.settings.put("java level", property("maven.compiler.release"));
    facts.settings.put("heap of the tests", property("adk.test.heap"));
    facts.settings.put("excluded test tags", property("adk.test.excluded-tags"));
    facts.settings.put("gradle wrapper version", property("gradle.version"));
    facts.settings.put("gradle distribution sha256", property("gradle.distribution.sha256"));
    facts.settings.put("gradle wrapper jar sha256", property("gradle.wrapper.sha256"));
    Element plugins = child(child(child(project, "build"), "pluginManagement"), "plugins");
    for (Element plugin : children(plugins)) {
      if (text(plugin, "artifactId").equals("spring-boot-maven-plugin")) {
        facts.versions.put("plugin org.springframework.boot", resolve(text(plugin, "version")));
      }
    }
  }

  private void readManagedVersions(Element project) {
    for (Element managed :
        children(child(child(project, "dependencyManagement"), "dependencies"))) {
      String coordinate = coordinate(managed);
      if (text(managed, "groupId").equals(group)) {
        continue; // Gradle names these by project
      }
      facts.versions.put(coordinate, resolve(text(managed, "version")));
      if (text(managed, "scope").equals("import")) {
        facts.append("platforms", coordinate);
      }
      for (Element exclusion : children(child(managed, "exclusions"))) {
        facts.append("exclusions", coordinate(exclusion));
      }
    }
  }

  private void readModule(String name, Element pom, boolean seenByOthers) {
    Set<String> module = facts.module(name);
    if (!text(pom, "artifactId").equals(name)) {
      facts.problems.add(name + "/pom.xml: the artifact id differs from the folder");
    }
    Element parent = child(pom, "parent");
    if (!text(parent == null ? pom : parent, "version").equals(property("project.version"))) {
      facts.problems.add(name + "/pom.xml: the version is not that of the root");
    }
    boolean published = !text(child(pom, "properties"), "maven.deploy.skip").equals("true");
    if (published) {
      facts.published.add(name);
    }
    for (Element dependency : children(child(pom, "dependencies"))) {
      for (String configuration : configurations(name, dependency, seenByOthers || published)) {
        module.add(configuration + " " + coordinate(dependency) + testJar(dependency));
      }
    }
    // what a bill of materials manages are constraints of a platform, api of nothing else
    for (Element managed : children(child(child(pom, "dependencyManagement"), "dependencies"))) {
      module.add("api " + coordinate(managed));
      boolean own = text(managed, "groupId").equals(group);
      String version = own ? "${project.version}" : facts.versions.get(coordinate(managed));
      if (!text(managed, "version").equals(version)) {
        facts.problems.add(
            name + "/pom.xml: the version of " + coordinate(managed) + " is not " + version);
      }
    }
    for (Element plugin : children(child(child(pom, "build"), "plugins"))) {
      Element configuration = child(plugin, "configuration");
      for (Element processor : children(child(configuration, "annotationProcessorPaths"))) {
        module.add("annotationProcessor " + coordinate(processor));
        String version = resolve(text(processor, "version"));
        if (!version.isEmpty() && !version.equals(facts.versions.get(coordinate(processor)))) {
          facts.problems.add(
              name
                  + "/pom.xml: the version of the processor "
                  + coordinate(processor)
                  + " is not the managed one");
        }
      }
      if (text(plugin, "artifactId").equals("spring-boot-maven-plugin")) {
        module.add("plugin org.springframework.boot");
      }
    }
  }

  private List<String> configurations(String module, Element dependency, boolean seenByOthers) {
    for (String tag : List.of("version", "type", "classifier", "exclusions", "systemPath")) {
      if (child(dependency, tag) != null && !(tag.equals("type") && isTestJar(dependency))) {
        facts.problems.add(
            module
                + "/pom.xml: <"
                + tag
                + "> of "
                + coordinate(dependency)
                + " belongs into the root, or is not compared");
      }
    }
    String scope = text(dependency, "scope");
    boolean optional = text(dependency, "optional").equals("true");
    if (optional && scope.isEmpty()) {
      return List.of("compileOnly", "testImplementation");
    }
    if (!optional) {
      switch (scope) {
        case "", "compile":
          return List.of(seenByOthers ? "api" : "implementation");
        case "runtime":
          return List.of("runtimeOnly");
        case "test":
          return List.of("testImplementation");
        default:
      }
    }
    facts.problems.add(
        module
            + "/pom.xml: no word in Gradle for scope "
            + scope
            + (optional ? ", optional," : "")
            + " of "
            + coordinate(dependency));
    return List.of();
  }

  private static boolean isTestJar(Element dependency) {
    return text(dependency, "type").equals("test-jar");
  }

  private static String testJar(Element dependency) {
    return isTestJar(dependency) ? ":test-jar" : "";
  }

  private String property(String name) {
    return properties.getOrDefault(name, "");
  }

  private String resolve(String text) {
    Matcher matcher = PROPERTY.matcher(text);
    return matcher.replaceAll(
        m ->
            Matcher.quoteReplacement(
                properties.getOrDefault(m.group(1), "undefined " + m.group(1))));
  }

  private static String coordinate(Element dependency) {
    return text(dependency, "groupId") + ":" + text(dependency, "artifactId");
  }

  private static Element parse(Path pom) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory.newDocumentBuilder().parse(pom.toFile()).getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException("cannot read " + pom, e);
    }
  }

  private static List<Element> children(Element parent) {
    List<Element> children = new ArrayList<>();
    for (Node node = parent == null ? null : parent.getFirstChild();
        node != null;
        node = node.getNextSibling()) {
      if (node instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }

  private static Element child(Element parent, String name) {
    return children(parent).stream()
        .filter(e -> e.getTagName().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static String text(Element parent, String name) {
    Element child = child(parent, name);
    return child == null ? "" : child.getTextContent().trim();
  }
}
