package dev.adk4j.sample.agent;

import dev.adk4j.sample.library.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Two or three sentences of a passage: from the one that has most of the words that were asked for
 * on. A row of a table is a sentence; short code stays as it is.
 */
final class Excerpt {

  private static final int SENTENCES = 3;
  private static final int LENGTH = 420;
  private static final int CODE_LINES = 14;

  /** A later sentence counts so much less, and so does a row of a table. */
  private static final double LATER = 0.12;

  private static final double ROW = 0.5;

  private static final Pattern END = Pattern.compile("(?<=[.!?])\\s+(?=[\\p{Lu}`*\\[0-9])");
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)]\\(([^)]*)\\)");
  private static final Pattern PAGE = Pattern.compile("[\\w./-]+\\.md(?:#\\S*)?");
  private static final Pattern IMAGE = Pattern.compile("!\\[[^\\]]*]\\([^)]*\\)");
  private static final Pattern ABOUT_THE_PAGE =
      Pattern.compile("(?:At the end of|After) this page");
  private static final Pattern ITEM = Pattern.compile("^\\s*(?:[-*]|\\d+[.)])\\s+");
  private static final Pattern RULE = Pattern.compile("\\|[\\s:|-]+\\|?");
  private static final Pattern CELLS = Pattern.compile("(?<!\\\\)\\|");

  /**
   * @param part of a paragraph; another paragraph begins another line
   */
  private record Piece(int part, Kind kind, String text) {

    boolean is(Kind other) {
      return kind == other;
    }
  }

  private enum Kind {
    SENTENCE,
    ROW,
    CODE
  }

  private final String page;
  private final List<Piece> pieces = new ArrayList<>();
  private final StringBuilder block = new StringBuilder();
  private List<String> tableHead = List.of();
  private String aboutThePage = "";
  private int part;

  private Excerpt(String page) {
    this.page = page;
  }

  /**
   * @param page path of the passage's page
   */
  static String of(String passage, String page, Set<String> wanted) {
    Excerpt excerpt = new Excerpt(page);
    excerpt.read(passage);
    return excerpt.around(wanted);
  }

  private void read(String passage) {
    boolean fenced = false;
    for (String line : passage.lines().toList()) {
      if (line.startsWith("```")) {
        if (!fenced) {
          endBlock();
        }
        block.append(line).append('\n');
        if (fenced) {
          pieces.add(new Piece(++part, Kind.CODE, block.toString().strip()));
          block.setLength(0);
        }
        fenced = !fenced;
      } else if (fenced) {
        block.append(line).append('\n');
      } else {
        prose(line);
      }
    }
    endBlock();
  }

  private void prose(String line) {
    if (line.startsWith("|")) {
      endBlock();
      row(line);
      return;
    }
    tableHead = List.of();
    boolean item = ITEM.matcher(line).find();
    if (line.isBlank() || item) {
      endBlock();
    }
    block.append(ITEM.matcher(line).replaceFirst("").strip()).append(' ');
  }

  private void row(String line) {
    if (RULE.matcher(line).matches()) {
      return;
    }
    String inner = line.replaceFirst("^\\|", "").replaceFirst("\\|\\s*$", "");
    List<String> cells = Arrays.stream(CELLS.split(inner)).map(String::strip).toList();
    if (tableHead.isEmpty()) {
      tableHead = cells;
      return;
    }
    StringBuilder row = new StringBuilder(plain(cells.getFirst()));
    for (int i = 1; i < Math.min(cells.size(), tableHead.size()); i++) {
      if (!cells.get(i).isEmpty()) {
        row.append(i == 1 ? ": " : "; " + tableHead.get(i) + ": ").append(plain(cells.get(i)));
      }
    }
    pieces.add(new Piece(++part, Kind.ROW, row.toString()));
  }

  private void endBlock() {
    String text = plain(block.toString().strip());
    block.setLength(0);
    if (!text.isEmpty()) {
      part++;
      END.splitAsStream(text).forEach(this::sentence);
    }
  }

  private void sentence(String sentence) {
    if (ABOUT_THE_PAGE.matcher(sentence).lookingAt()) {
      aboutThePage = sentence;
    } else {
      pieces.add(new Piece(part, Kind.SENTENCE, sentence));
    }
  }

  /** Links to other pages lead there from the answer, too; images and other links are left out. */
  private String plain(String text) {
    return LINK.matcher(IMAGE.matcher(text).replaceAll(""))
        .replaceAll(
            link -> {
              boolean toPage = PAGE.matcher(link.group(2)).matches();
              String to = toPage ? "[" + link.group(1) + "](" + resolved(link.group(2)) + ")" : "";
              return Matcher.quoteReplacement(toPage ? to : link.group(1));
            })
        .strip();
  }

  private String resolved(String target) {
    int hash = target.indexOf('#');
    String path = hash < 0 ? target : target.substring(0, hash);
    String fragment = hash < 0 ? "" : target.substring(hash);
    return Path.of(page).resolveSibling(path).normalize().toString().replace('\\', '/') + fragment;
  }

  private String around(Set<String> wanted) {
    if (pieces.isEmpty()) {
      return aboutThePage;
    }
    int best = best(wanted);
    int from = from(best);
    StringBuilder said = new StringBuilder();
    int sentences = 0;
    for (int i = from; i < pieces.size(); i++) {
      Piece piece = pieces.get(i);
      boolean second = piece.is(Kind.CODE) && i > from && pieces.get(from).is(Kind.CODE);
      if (i > from && (second || !fits(piece, said, sentences, i > best))) {
        break;
      }
      String gap = i > from && pieces.get(i - 1).part() == piece.part() ? " " : "\n\n";
      said.append(said.isEmpty() ? "" : gap).append(piece.text());
      sentences += piece.is(Kind.CODE) ? 0 : 1;
      if (piece.is(Kind.CODE) && i > best) {
        break;
      }
    }
    return said.toString().replaceFirst(":$", ".");
  }

  /** Code comes after a sentence that announces it; another row is another matter. */
  private static boolean fits(Piece piece, StringBuilder said, int sentences, boolean after) {
    return switch (piece.kind()) {
      case CODE -> !isLong(piece) && (sentences < SENTENCES || said.toString().endsWith(":"));
      case ROW -> !after;
      case SENTENCE ->
          sentences < SENTENCES && (!after || said.length() + piece.text().length() <= LENGTH);
    };
  }

  /** A sentence is understood after those before it; a command stands before what it does. */
  private int from(int best) {
    int from = best;
    while (from > 0 && best - from < SENTENCES - 1 && sameParagraph(from - 1, from)) {
      from--;
    }
    boolean command =
        from > 0 && pieces.get(from - 1).is(Kind.CODE) && !isLong(pieces.get(from - 1));
    return command ? from - 1 : from;
  }

  private boolean sameParagraph(int one, int other) {
    return pieces.get(one).part() == pieces.get(other).part();
  }

  private static boolean isLong(Piece piece) {
    return piece.text().lines().count() > CODE_LINES + 2 || piece.text().length() > 2 * LENGTH;
  }

  /** Early sentences say what it is about: a later one has to have more of the words. */
  private int best(Set<String> wanted) {
    int best = 0;
    double most = -1;
    for (int i = 0; i < pieces.size(); i++) {
      Piece piece = pieces.get(i);
      double later = Math.min(1, LATER * i) + (piece.is(Kind.ROW) ? ROW : 0);
      double worth = piece.is(Kind.CODE) ? -1 : matches(wanted, Words.stems(piece.text())) - later;
      if (worth > most) {
        most = worth;
        best = i;
      }
    }
    return best;
  }

  private static double matches(Set<String> wanted, Set<String> stems) {
    return wanted.stream().mapToDouble(word -> Words.match(word, stems)).sum();
  }
}
