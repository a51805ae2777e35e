package dev.adk4j.springai.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Splits a text at markers. Reasoning with an opener but no closer extends to the end of the text.
 *
 * <p>A closer without an opener ends reasoning that began at the previous closer, or at the
 * beginning of the text, because some templates write the opener into the prompt. Text before such
 * a closer must not be shown as an answer, so it is held back until the next marker or the end. If
 * parts are shown live, only the beginning of the text is held back; later closers without an
 * opener are removed and have no other effect.
 */
final class MarkedText implements ReasoningSplitter {

  private record Piece(String text, boolean leaked) {}

  private final MarkerScanner scanner = new MarkerScanner();
  private final AnswerParts parts;
  private final boolean live;
  private final boolean loneClosers;
  private final Edges answer;
  private final List<Marker> closers;
  private List<Marker> outside;
  private List<Marker> inside = List.of();
  private @Nullable Marker open;
  private @Nullable Edges trace;
  private @Nullable List<Piece> undecided;
  private int traces;

  MarkedText(List<Marker> markers, AnswerParts parts, boolean live, boolean loneClosers) {
    this.parts = parts;
    this.live = live;
    this.loneClosers = loneClosers;
    this.answer = Edges.untouched(parts::text);
    this.outside =
        markers.stream()
            .filter(marker -> loneClosers || marker.kind() != Marker.Kind.CLOSES)
            .toList();
    this.closers = markers.stream().filter(m -> m.kind() == Marker.Kind.CLOSES).toList();
    this.undecided = loneClosers ? new ArrayList<>() : null;
  }

  @Override
  public void add(String text) {
    scanner.add(text);
    Marker marker;
    do {
      MarkerScanner.Found found = scanner.next(open == null ? outside : inside);
      say(found.text(), false);
      marker = found.marker();
      if (marker != null) {
        pass(marker);
      }
    } while (marker != null);
  }

  @Override
  public void end() {
    say(scanner.rest(), false);
    endTrace();
    release();
    answer.end();
  }

  private void pass(Marker marker) {
    if (marker.kind() == Marker.Kind.LEAKS) {
      say(marker.literal(), true);
      return;
    }
    answer.tidy();
    outside = outside.stream().filter(m -> isOf(marker.family(), m)).toList();
    switch (marker.kind()) {
      case OPENS -> {
        release();
        beginTrace(marker);
      }
      case CLOSES -> close();
      case FRAMES -> {
        endTrace();
        release();
      }
      case LEAKS -> throw new IllegalStateException("handled before");
    }
  }

  private void close() {
    List<Piece> before = undecided;
    if (open == null && before != null) {
      trace = newTrace();
      before.forEach(piece -> reasoning(piece.text()));
    }
    endTrace();
    undecided = loneClosers && !live ? new ArrayList<>() : null;
  }

  private void say(String text, boolean leaked) {
    if (text.isEmpty()) {
      return;
    }
    if (open != null) {
      reasoning(text);
    } else if (undecided != null) {
      undecided.add(new Piece(text, leaked));
    } else {
      answer(text, leaked);
    }
  }

  /** Releases the text that was held back as part of the answer. */
  private void release() {
    if (undecided != null) {
      undecided.forEach(piece -> answer(piece.text(), piece.leaked()));
      undecided = null;
    }
  }

  private void answer(String text, boolean leaked) {
    if (leaked) {
      answer.leak(text);
    } else {
      answer.add(text);
    }
  }

  private void reasoning(String text) {
    if (trace != null) {
      trace.add(text);
    }
  }

  private void beginTrace(Marker opener) {
    open = opener;
    trace = newTrace();
    inside =
        Stream.concat(
                closers.stream().filter(closer -> closer.closes(opener)),
                outside.stream().filter(marker -> marker.kind() == Marker.Kind.FRAMES))
            .toList();
  }

  /** Returns the edges of new reasoning, which gets an index with its first text. */
  private Edges newTrace() {
    int number = traces;
    return Edges.trimmed(
        delta -> {
          traces = number + 1;
          parts.reasoning(number, delta);
        });
  }

  private void endTrace() {
    if (trace != null) {
      trace.end();
      trace = null;
      open = null;
    }
  }

  private static boolean isOf(String family, Marker marker) {
    return marker.kind() == Marker.Kind.LEAKS || marker.family().equals(family);
  }
}
