import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Draws texts of the library for a reader to judge: Javadoc, messages and paragraphs of guides, each
 * with its file and line. The same seed draws the same texts of the same tree.
 *
 * <p>{@code java scripts/Texts.java [seed [count]]}
 */
class Texts {

  private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
  private static final Pattern LITERALS =
      Pattern.compile("\"(?:[^\"\\\\\\n]|\\\\.)*\"(?:\\s*\\+\\s*\"(?:[^\"\\\\\\n]|\\\\.)*\")*");
  private static final Pattern PARAGRAPH = Pattern.compile("(?:\\A|\\n\\n)([A-Z][^\\n]*(?:\\n[^\\n]+)*)");

  private static final List<String> drawn = new ArrayList<>();

  public static void main(String[] args) throws IOException {
    long seed = args.length > 0 ? Long.parseLong(args[0]) : 1;
    int count = args.length > 1 ? Integer.parseInt(args[1]) : 60;
    try (var tree = Files.walk(Path.of("."))) {
      for (Path file : tree.filter(Files::isRegularFile).sorted().toList()) {
        String name = file.toString();
        if (name.matches("\\./adk-[^/]+/src/main/java/.*\\.java")) {
          String whole = Files.readString(file);
          find(file, whole, whole, JAVADOC);
          find(file, whole, whole.replaceAll("(?s)/\\*\\*.*?\\*/", ""), LITERALS);
        } else if (name.matches("\\./docs/(?!reports/|reference/|benchmarks/|renames).*\\.md")) {
          String whole = Files.readString(file);
          find(file, whole, whole.replaceAll("(?s)```.*?```", ""), PARAGRAPH);
        }
      }
    }
    Collections.shuffle(drawn, new Random(seed));
    drawn.stream().limit(count).forEach(System.out::println);
  }

  /**
   * @param text the part of the whole file that is searched
   */
  private static void find(Path file, String whole, String text, Pattern pattern) {
    for (Matcher found = pattern.matcher(text); found.find(); ) {
      String part = found.group(found.groupCount());
      String plain =
          part.replaceAll("\"\\s*\\+\\s*\"", "").replaceAll("\\n\\s*\\*?\\s*", " ").replaceAll("^\"|\"$", "").strip();
      if (plain.split(" ").length >= 6 && Character.isUpperCase(plain.charAt(0))) {
        String first = part.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
        long line = whole.substring(0, Math.max(0, whole.indexOf(first))).lines().count() + 1;
        drawn.add(file.normalize() + ":" + line + "\n  " + plain + "\n");
      }
    }
  }
}
