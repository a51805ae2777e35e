package dev.adk4j.build.central;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** A POM as it is published, with what it inherits from a parent of the same bundle. */
final class PublishedPom {

  private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");

  private final Element project;
  private final PublishedPom parent;
  private final Map<String, String> properties = new HashMap<>();

  PublishedPom(Path file, PublishedPom parent) throws IOException {
    this.project = parse(file);
    this.parent = parent;
    if (parent != null) {
      properties.putAll(parent.properties);
    }
    for (Element property : elements(project, "properties/*")) {
      properties.put(property.getTagName(), property.getTextContent().trim());
    }
    for (String name : List.of("groupId", "artifactId", "version")) {
      properties.put("project." + name, text(name));
    }
  }

  /** The coordinates of the parent, or null. */
  static String parentOf(Path file) throws IOException {
    List<Element> parents = elements(parse(file), "parent");
    if (parents.isEmpty()) {
      return null;
    }
    Element parent = parents.getFirst();
    return own(parent, "groupId") + ":" + own(parent, "artifactId") + ":" + own(parent, "version");
  }

  /**
   * The text of an element, the parent's where this has none; the artifact's id is never inherited.
   */
  String text(String path) {
    String own = own(project, path);
    if (own.isEmpty()
        && parent != null
        && !path.equals("artifactId")
        && !path.equals("packaging")) {
      return parent.text(path);
    }
    return resolve(own);
  }

  boolean has(String path) {
    return !elements(project, path).isEmpty();
  }

  /** Versions written here, of dependencies, plugins and properties. */
  List<String> versions() {
    List<String> versions = new ArrayList<>();
    for (String path :
        List.of(
            "dependencies/dependency/version",
            "dependencyManagement/dependencies/dependency/version",
            "build/plugins/plugin/version",
            "build/pluginManagement/plugins/plugin/version")) {
      elements(project, path).forEach(e -> versions.add(resolve(e.getTextContent().trim())));
    }
    return versions;
  }

  private String resolve(String text) {
    Matcher matcher = PROPERTY.matcher(text);
    return matcher.replaceAll(
        m -> Matcher.quoteReplacement(properties.getOrDefault(m.group(1), m.group())));
  }

  private static String own(Element from, String path) {
    List<Element> found = elements(from, path);
    return found.isEmpty() ? "" : found.getFirst().getTextContent().trim();
  }

  private static List<Element> elements(Element from, String path) {
    List<Element> found = List.of(from);
    for (String step : path.split("/")) {
      List<Element> next = new ArrayList<>();
      for (Element each : found) {
        for (Node node = each.getFirstChild(); node != null; node = node.getNextSibling()) {
          if (node instanceof Element e && (step.equals("*") || e.getTagName().equals(step))) {
            next.add(e);
          }
        }
      }
      found = next;
    }
    return found;
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
}
