package dev.adk4j.build;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the Gradle files line by line. It understands the few forms of line that this build uses
 * and reports every other one: a dependency it overlooked would make the comparison say "equal"
 * when it is not.
 */
final class GradleBuild {

  private static final String ALIAS = "([a-zA-Z0-9.]+)";

  private static final Pattern VERSION = Pattern.compile("([a-z0-9-]+) = \"([^\"]+)\"");
  private static final Pattern LIBRARY =
      Pattern.compile(
          "([a-z0-9-]+) = \\{ module = \"([^\"]+:[^\"]+)\"(?:, version\\.ref = \"([^\"]+)\")? }");
  private static final Pattern PLUGIN =
      Pattern.compile("([a-z0-9-]+) = \\{ id = \"([^\"]+)\", version\\.ref = \"([^\"]+)\" }");

  private static final Pattern INCLUDE = Pattern.compile("include\\(\"([^\"]+)\"\\)");
  private static final Pattern PROJECT_NAME = Pattern.compile("rootProject\\.name = \"([^\"]+)\"");
  private static final Pattern PLATFORM =
      Pattern.compile("configuration\\(platform\\(catalog\\." + ALIAS + "\\)\\)");
  private static final Pattern EXCLUDE =
      Pattern.compile("exclude\\(group = \"([^\"]+)\", module = \"([^\"]+)\"\\)");
  private static final Pattern ROOT_SETTING =
      Pattern.compile("(group|version|maxHeapSize) = \"([^\"]+)\"");
  private static final Pattern EXCLUDED_TAG =
      Pattern.compile("if \\((?:!slow && )?!soak\\) excludeTags\\(\"([^\"]+)\"\\)");

  private static final Pattern UNPUBLISHED =
      Pattern.compile("val unpublished = setOf\\((\"[a-z-]+\"(?:, \"[a-z-]+\")*)\\)");

  private static final Pattern PROJECT_DEPENDENCY =
      Pattern.compile("(\\w+)\\(project\\(\":([^\"]+)\"(, \"harness\")?\\)\\)");
  private static final Pattern LIBRARY_DEPENDENCY =
      Pattern.compile("(\\w+)\\((?:platform\\()?libs\\." + ALIAS + "\\)\\)?");
  private static final Pattern PLUGIN_ALIAS =
      Pattern.compile("alias\\(libs\\.plugins\\." + ALIAS + "\\)");
  private static final Pattern MAIN_CLASS = Pattern.compile("mainClass = \"[\\w.]+\"");
  private static final Set<String> CONFIGURATIONS =
      Set.of(
          "api",
          "implementation",
          "compileOnly",
          "runtimeOnly",
          "annotationProcessor",
          "testImplementation");

  private static final Pattern DISTRIBUTION =
      Pattern.compile("https://[^/]+/distributions/gradle-(.+)-bin\\.zip");

  /** The lines of settings.gradle.kts that say nothing to compare. All must be there. */
  private static final List<String> SETTINGS_LINES =
      """
      pluginManagement {
      repositories {
      mavenCentral()
      }
      dependencyResolutionManagement {
      repositoriesMode = RepositoriesMode.FAIL_ON_PROJECT_REPOS
      """
          .lines()
          .toList();

  /**
   * The same for build.gradle.kts. A new line there is added here, with the thought whether Maven
   * needs its like.
   */
  private static final List<String> ROOT_LINES =
      """
      val catalog = libs
      val toolchainVersion = providers.gradleProperty("javaToolchain")
      if (toolchainVersion.isPresent) {
      val slow = providers.gradleProperty("slow").isPresent
      val soak = providers.gradleProperty("soak").isPresent
      subprojects {
      configure(subprojects.filter { it.name != "adk-bom" }) {
      apply(plugin = "java-library")
      extensions.configure<JavaPluginExtension> {
      toolchain {
      languageVersion = toolchainVersion.map { JavaLanguageVersion.of(it) }
      withSourcesJar()
      configurations.configureEach {
      dependencies {
      for (configuration in listOf("implementation", "annotationProcessor")) {
      "testRuntimeOnly"(catalog.junit.platform.launcher)
      resolutionStrategy.eachDependency {
      if (requested.group == "io.netty") useVersion(catalog.versions.netty.get())
      tasks.withType<JavaCompile>().configureEach {
      options.encoding = "UTF-8"
      options.release = catalog.versions.java.release.map(String::toInt)
      options.compilerArgs.add("-parameters")
      tasks.withType<Test>().configureEach {
      useJUnitPlatform {
      include("**/*Test.class", "**/*Tests.class")
      jvmArgs("-Xshare:off", "--enable-native-access=ALL-UNNAMED", "-XX:+EnableDynamicAgentLoading")
      testLogging {
      events("failed", "skipped")
      tasks.withType<Jar>().configureEach {
      manifest.attributes("Implementation-Title" to project.name, "Implementation-Version" to project.version)
      manifest.attributes("Automatic-Module-Name" to "dev.adk4j." + project.name.removePrefix("adk-").replace('-', '.'))
      configure(subprojects.filter { it.name !in unpublished }) {
      apply(plugin = "maven-publish")
      afterEvaluate {
      val platform = name == "adk-bom"
      extensions.configure<PublishingExtension> {
      publications.register<MavenPublication>("maven") {
      from(components[if (platform) "javaPlatform" else "java"])
      if (!platform) {
      versionMapping {
      usage("java-api") { fromResolutionOf("runtimeClasspath") }
      usage("java-runtime") { fromResolutionResult() }
      tasks.withType<AbstractArchiveTask>().configureEach {
      isPreserveFileTimestamps = false
      isReproducibleFileOrder = true
      }
      """
          .lines()
          .toList();

  /** What a module may say beside its dependencies. */
  private static final Set<String> MODULE_LINES =
      Set.of(
          "plugins {",
          "`java-platform`",
          "javaPlatform {",
          "allowDependencies()",
          "constraints {",
          "application",
          "application {",
          "dependencies {",
          "}",
          "val harness by configurations.creating",
          "artifacts.add(\"harness\", tasks.register<Jar>(\"testJar\") {",
          "archiveClassifier = \"tests\"",
          "from(sourceSets.test.get().output)",
          "})",
          "tasks.test {",
          "outputs.upToDateWhen { false }",
          // the sample packs the documentation, as the resources of its pom.xml do
          "tasks.processResources {",
          "from(\"..\") {",
          "include(\"README.md\", \"docs/**/*.md\")",
          "into(\"askdocs\")",
          // and allows its model native access, as the manifest of its pom.xml does
          "tasks.bootJar {",
          "manifest {",
          "attributes(\"Enable-Native-Access\" to \"ALL-UNNAMED\")");

  private final Path root;
  private final BuildFacts facts = new BuildFacts();
  private final Map<String, String> catalogVersions = new HashMap<>();
  private final Map<String, String> libraries = new TreeMap<>();
  private final Map<String, String> plugins = new HashMap<>();
  private final Set<String> unusedLibraries = new TreeSet<>();

  private GradleBuild(Path root) {
    this.root = root;
  }

  static BuildFacts read(Path root) throws IOException {
    GradleBuild build = new GradleBuild(root);
    build.readCatalog();
    build.readSettings();
    build.readRoot();
    for (String module : List.copyOf(build.facts.modules.keySet())) {
      build.readModule(module);
    }
    build.readWrapper();
    build.unusedLibraries.forEach(
        alias -> build.facts.problems.add("gradle/libs.versions.toml: nothing uses " + alias));
    return build.facts;
  }

  private void readCatalog() throws IOException {
    StringBuilder section = new StringBuilder();
    readLines(
        "gradle/libs.versions.toml",
        "#",
        line -> {
          if (line.startsWith("[")) {
            section.setLength(0);
            section.append(line);
            return Set.of("[versions]", "[libraries]", "[plugins]").contains(line);
          }
          return switch (section.toString()) {
            case "[versions]" ->
                matches(VERSION, line, m -> catalogVersions.put(m.group(1), m.group(2)));
            case "[libraries]" -> matches(LIBRARY, line, this::addLibrary);
            case "[plugins]" -> matches(PLUGIN, line, this::addPlugin);
            default -> false;
          };
        });
    facts.settings.put("java level", catalogVersions.getOrDefault("java-release", ""));
  }

  private void addLibrary(Matcher line) {
    String alias = accessor(line.group(1));
    libraries.put(alias, line.group(2));
    unusedLibraries.add(alias);
    if (line.group(3) != null) {
      facts.versions.put(
          line.group(2), catalogVersions.getOrDefault(line.group(3), "undefined " + line.group(3)));
    }
  }

  private void addPlugin(Matcher line) {
    plugins.put(accessor(line.group(1)), line.group(2));
    facts.versions.put(
        "plugin " + line.group(2),
        catalogVersions.getOrDefault(line.group(3), "undefined " + line.group(3)));
  }

  private void readSettings() throws IOException {
    Set<String> missing = new TreeSet<>(SETTINGS_LINES);
    readLines(
        "settings.gradle.kts",
        "//",
        line ->
            matches(INCLUDE, line, m -> facts.module(m.group(1)))
                || matches(PROJECT_NAME, line, m -> facts.settings.put("name", m.group(1)))
                || known(line, SETTINGS_LINES, missing));
    missing.forEach(line -> facts.problems.add("settings.gradle.kts lacks the line: " + line));
  }

  private void readRoot() throws IOException {
    Set<String> missing = new TreeSet<>(ROOT_LINES);
    readLines(
        "build.gradle.kts",
        "//",
        line ->
            matches(
                    PLATFORM,
                    line,
                    m -> facts.append("platforms", library("build.gradle.kts", m.group(1))))
                || matches(
                    EXCLUDE, line, m -> facts.append("exclusions", m.group(1) + ":" + m.group(2)))
                || matches(
                    EXCLUDED_TAG,
                    line,
                    m ->
                        facts.settings.merge(
                            "excluded test tags", m.group(1), (one, next) -> one + " | " + next))
                || matches(ROOT_SETTING, line, this::addRootSetting)
                || matches(UNPUBLISHED, line, this::addPublished)
                || known(line, ROOT_LINES, missing));
    missing.forEach(line -> facts.problems.add("build.gradle.kts lacks the line: " + line));
    unusedLibraries.remove(
        "junit.platform.launcher"); // Gradle alone needs it, in a line checked above
  }

  private void addPublished(Matcher line) {
    facts.published.addAll(facts.modules.keySet());
    List.of(line.group(1).replace("\"", "").split(", ")).forEach(facts.published::remove);
  }

  private void addRootSetting(Matcher line) {
    String name = line.group(1).equals("maxHeapSize") ? "heap of the tests" : line.group(1);
    facts.settings.put(name, line.group(2));
  }

  private void readModule(String module) throws IOException {
    String file = module + "/build.gradle.kts";
    readLines(
        file,
        "//",
        line ->
            MODULE_LINES.contains(line)
                || MAIN_CLASS.matcher(line).matches()
                || matches(
                    PLUGIN_ALIAS,
                    line,
                    m -> facts.module(module).add("plugin " + plugin(file, m.group(1))))
                || matchesDependency(
                    PROJECT_DEPENDENCY,
                    line,
                    m -> add(file, module, m.group(1), project(m.group(2), m.group(3))))
                || matchesDependency(
                    LIBRARY_DEPENDENCY,
                    line,
                    m -> add(file, module, m.group(1), library(file, m.group(2)))));
  }

  /** The tests that a module shares with others are Maven's test-jar. */
  private static String project(String name, String configuration) {
    return "dev.adk4j:" + name + (configuration == null ? "" : ":test-jar");
  }

  private void add(String file, String module, String configuration, String coordinate) {
    if (!facts.module(module).add(configuration + " " + coordinate)) {
      facts.problems.add(file + ": twice: " + configuration + " " + coordinate);
    }
  }

  private void readWrapper() throws IOException {
    Properties wrapper = new Properties();
    try (InputStream in =
        Files.newInputStream(root.resolve("gradle/wrapper/gradle-wrapper.properties"))) {
      wrapper.load(in);
    }
    Matcher distribution = DISTRIBUTION.matcher(wrapper.getProperty("distributionUrl", ""));
    facts.settings.put(
        "gradle wrapper version",
        distribution.matches()
            ? distribution.group(1)
            : "unreadable " + wrapper.getProperty("distributionUrl"));
    facts.settings.put(
        "gradle distribution sha256", wrapper.getProperty("distributionSha256Sum", ""));
    byte[] jar = Files.readAllBytes(root.resolve("gradle/wrapper/gradle-wrapper.jar"));
    facts.settings.put("gradle wrapper jar sha256", HexFormat.of().formatHex(sha256().digest(jar)));
  }

  private String library(String file, String alias) {
    unusedLibraries.remove(alias);
    return named(libraries, file, "libs." + alias, alias);
  }

  private String plugin(String file, String alias) {
    return named(plugins, file, "libs.plugins." + alias, alias);
  }

  private String named(Map<String, String> catalog, String file, String accessor, String alias) {
    String found = catalog.get(alias);
    if (found == null) {
      facts.problems.add(file + ": not in the catalog: " + accessor);
      return accessor;
    }
    return found;
  }

  /**
   * Hands each line that is neither blank nor a comment to a reader, and reports those that the
   * reader refuses.
   */
  private void readLines(String file, String comment, Predicate<String> reader) throws IOException {
    Path path = root.resolve(file);
    if (!Files.exists(path)) {
      facts.problems.add(file + " is missing");
      return;
    }
    int number = 0;
    for (String raw : Files.readAllLines(path)) {
      number++;
      String line = raw.strip();
      if (!line.isEmpty() && !line.startsWith(comment) && !reader.test(line)) {
        facts.problems.add(file + ":" + number + ": cannot read: " + line);
      }
    }
  }

  private static boolean matchesDependency(Pattern pattern, String line, Reaction reaction) {
    Matcher matcher = pattern.matcher(line);
    boolean readable = matcher.matches() && CONFIGURATIONS.contains(matcher.group(1));
    if (readable) {
      reaction.to(matcher);
    }
    return readable;
  }

  private static boolean matches(Pattern pattern, String line, Reaction reaction) {
    Matcher matcher = pattern.matcher(line);
    boolean matches = matcher.matches();
    if (matches) {
      reaction.to(matcher);
    }
    return matches;
  }

  private static boolean known(String line, List<String> lines, Set<String> missing) {
    missing.remove(line);
    return lines.contains(line);
  }

  private static String accessor(String alias) {
    return alias.replace('-', '.');
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private interface Reaction {
    void to(Matcher line);
  }
}
