// Task: two tools of a library; the second one waits until the user confirms it.
package skill.library;

import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import dev.adk4j.tool.ToolParam;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.stereotype.Component;

@Component
class LibraryDesk {

  record Book(String title, String author, boolean available) {}

  record Extension(String loanId, int days) {}

  private static final int MIN_DAYS = 1;
  private static final int MAX_DAYS = 28;

  private final List<Book> books =
      List.of(
          new Book("Momo", "Michael Ende", true),
          new Book("The Trial", "Franz Kafka", false),
          new Book("Emma", "Jane Austen", true));
  private final List<Extension> extensions = new CopyOnWriteArrayList<>();
  @AgentTool("Finds the books whose title contains a text.")
  List<Book> findBook(@ToolParam(description = "The title or a part of it") String title) {
    String wanted = title.toLowerCase(Locale.ROOT);
    return books.stream().filter(book -> book.title().toLowerCase(Locale.ROOT).contains(wanted)).toList();
  }
  @AgentTool(description = "Extends a loan by a number of days.", approval = Approval.BY_USER)
  String extendLoan(
      @ToolParam(description = "The id of the loan, such as L-1") String loanId,
      @ToolParam(description = "By how many days, 1 to 28") int days) {
    if (days < MIN_DAYS || days > MAX_DAYS) {
      throw new IllegalArgumentException(
          "days must be from " + MIN_DAYS + " to " + MAX_DAYS + ", not " + days);
    }
    extensions.add(new Extension(loanId, days));
    return "Extended " + loanId + " by " + days + " days.";
  }

  List<Extension> extensions() {
    return List.copyOf(extensions);
  }
}
