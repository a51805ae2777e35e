package dev.adk4j.docs;

import java.net.URI;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.SimpleJavaFileObject;

/**
 * A Java block as javac gets it, its lines numbered as in the page. A block with imports stands for
 * itself. One without gets those of {@link #PRELUDE}, and where it is no whole class, a class or
 * method around it.
 */
final class JavaSource extends SimpleJavaFileObject {

  /** Own packages are imported where they are there; the names of Spring one by one. */
  private static final String PRELUDE =
      Stream.concat(
              Stream.of(
                      "abort answer artifact artifact.json artifact.markdown bytes bytes.url client dispatch error event gate limit loop memory stored"
                          + " memory.extraction memory.injection memory.journal memory.local"
                          + " memory.store primitive prompt schema storage token tool turn value"
                          + " skill vector vector.retrieval jdbc.vector durable.dbscheduler durable.event boot boot.service web web.stream jdbc jdbc.memory jpa.entity"
                          + " jpa.repository springai springai.chat springai.chatmemory"
                          + " springai.text springai.tool test"
                          + " prompt.budget prompt.context jdbc.budget")
                  .flatMap(rooms -> Stream.of(rooms.split(" ")))
                  .map(room -> "dev.adk4j." + room)
                  .filter(JavaSource::exists)
                  .map(name -> name + ".*"),
              Stream.of(
                  "dev.adk4j.event.AgentEvent.*",
                  "jakarta.persistence.EntityManager",
                  "java.io.*",
                  "java.nio.file.Path",
                  "java.security.Principal",
                  "java.time.*",
                  "java.util.*",
                  "java.util.concurrent.*",
                  "java.util.concurrent.atomic.*",
                  "javax.sql.DataSource",
                  "org.slf4j.Logger",
                  "org.slf4j.LoggerFactory",
                  "org.springframework.context.annotation.Bean",
                  "org.springframework.context.annotation.Configuration",
                  "org.springframework.core.annotation.Order",
                  "org.springframework.http.MediaType",
                  "org.springframework.http.ResponseEntity",
                  "org.springframework.stereotype.Component",
                  "org.springframework.web.bind.annotation.*",
                  "org.springframework.web.servlet.mvc.method.annotation.SseEmitter",
                  "tools.jackson.databind.JsonNode"))
          .map(name -> "import " + name + ";")
          .collect(Collectors.joining(" "));

  private static final Pattern OWN_IMPORTS = Pattern.compile("(?m)^import ");
  private static final Pattern OWN_PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern TYPE =
      Pattern.compile("(?m)^(public )?(?:\\w+ )*?(?:class|record|interface|enum) (\\w+)");

  /** How much of a class a block is. */
  enum Form {
    TYPES,
    MEMBERS,
    STATEMENTS
  }

  private final Sample sample;
  private final String className;
  private final String code;

  private JavaSource(Sample sample, String className, String code) {
    super(URI.create("string:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
    this.sample = sample;
    this.className = className;
    this.code = code;
  }

  static JavaSource of(Sample sample, String defaultPackage) {
    return of(sample, defaultPackage, form(sample));
  }

  private static JavaSource of(Sample sample, String defaultPackage, Form form) {
    String text = sample.text();
    String name = form == Form.TYPES ? mainType(text) : "Sample" + sample.line();
    Matcher ownPackage = OWN_PACKAGE.matcher(text);
    String packageName = defaultPackage;
    String head = "package " + defaultPackage + "; ";
    if (ownPackage.find()) {
      packageName = ownPackage.group(1);
      head = "";
    } else if (!OWN_IMPORTS.matcher(text).find()) {
      head += PRELUDE;
    }
    String tail = "";
    if (form == Form.MEMBERS) {
      head += text.contains("@Bean") ? " @Configuration(proxyBeanMethods = false)" : "";
      head += " class " + name + " { " + sample.mark("with") + " ";
      tail = fields(sample, name) + "}";
    } else if (form == Form.STATEMENTS) {
      String returns = sample.has("returns") ? sample.mark("returns") : "void";
      head += " public class " + name + " { " + sample.mark("with") + " public static " + returns;
      head += " sample(" + sample.mark("given") + ") throws Exception { ";
      tail = "}}";
    }
    // the head stands on the line above the code
    String padding = "\n".repeat(Math.max(0, sample.line() - 2));
    return new JavaSource(sample, packageName + "." + name, padding + head + "\n" + text + tail);
  }

  /** The public type, else the first one. */
  private static String mainType(String text) {
    String first = null;
    Matcher types = TYPE.matcher(text);
    while (types.find()) {
      if (types.group(1) != null) {
        return types.group(2);
      }
      first = first == null ? types.group(2) : first;
    }
    return first == null ? "NoType" : first;
  }

  /** What members are given are their class's fields. */
  private static String fields(Sample sample, String name) {
    if (!sample.has("given")) {
      return "";
    }
    String given = sample.mark("given");
    StringBuilder fields = new StringBuilder();
    StringBuilder constructor = new StringBuilder(name + "(" + given + ") {");
    // at commas that are not inside type arguments
    for (String one : given.split("\\s*,\\s*(?![^<]*>)")) {
      String field = one.substring(one.lastIndexOf(' ') + 1);
      fields.append("private final ").append(one).append("; ");
      constructor.append(" this.").append(field).append(" = ").append(field).append(";");
    }
    return fields.append(constructor).append(" }").toString();
  }

  /** As the mark {@code form} says; else the first one whose syntax the block has. */
  private static Form form(Sample sample) {
    if (sample.has("form")) {
      return Form.valueOf(sample.mark("form").toUpperCase(java.util.Locale.ROOT));
    }
    if (sample.has("run") || sample.has("given")) {
      return Form.STATEMENTS;
    }
    return List.of(Form.TYPES, Form.MEMBERS).stream()
        .filter(form -> JavaCompilation.parses(of(sample, "syntax", form)))
        .findFirst()
        .orElse(Form.STATEMENTS);
  }

  private static boolean exists(String packageName) {
    return JavaSource.class
            .getClassLoader()
            .getResource(packageName.replace('.', '/') + "/package-info.class")
        != null;
  }

  Sample sample() {
    return sample;
  }

  /** The main type's full name. */
  String className() {
    return className;
  }

  @Override
  public CharSequence getCharContent(boolean ignoreEncodingErrors) {
    return code;
  }
}
