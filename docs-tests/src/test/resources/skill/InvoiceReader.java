// Task: read a free text and get invoices as records, and a category as an enum, once by an interface and once by the client.
package skill.invoices;

import dev.adk4j.answer.TypeRef;
import dev.adk4j.boot.service.AgentService;
import dev.adk4j.boot.service.Prompt;
import dev.adk4j.client.AgentClient;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.springframework.stereotype.Component;

record Invoice(String number, BigDecimal amount, LocalDate due) {}

enum Urgency { TODAY, THIS_WEEK, LATER }

@AgentService
interface InvoiceReader {

  @Prompt("Extract the invoice from this letter: {letter}")
  Invoice read(String letter);

  @Prompt("How urgent is this letter? {letter}")
  Urgency urgency(String letter);

  default boolean today(String letter) {
    return urgency(letter) == Urgency.TODAY;
  }
}

@Component
class Inbox {

  private final AgentClient agent;
  private final InvoiceReader reader;

  Inbox(AgentClient agent, InvoiceReader reader) {
    this.agent = agent;
    this.reader = reader;
  }

  List<Invoice> all(String letters) {
    return agent.ask(
        "Extract all invoices: " + letters,
        new TypeRef<List<Invoice>>() {},
        options -> options.temperature(0).tools(false));
  }

  boolean pressing(String letter) {
    return reader.today(letter) || agent.ask("Is this pressing? " + letter, Boolean.class);
  }
}
