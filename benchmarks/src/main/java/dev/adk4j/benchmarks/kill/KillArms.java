package dev.adk4j.benchmarks.kill;

import java.util.function.BiFunction;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** The libraries, as their documentation recommends, and with repairs by hand. */
enum KillArms {
  ADK("ADK for Java, durable", false, AdkKillArm::new),
  SPRING_AI("Spring AI", false, SpringAiKillArm::new),
  SPRING_AI_BY_HAND("Spring AI, repaired by hand", true, SpringAiKillArm::new),
  LANGCHAIN4J("LangChain4j", false, LangChain4jKillArm::new),
  LANGCHAIN4J_BY_HAND("LangChain4j, repaired by hand", true, LangChain4jKillArm::new),
  GOOGLE_ADK("Google ADK", false, GoogleAdkKillArm::new),
  GOOGLE_ADK_BY_HAND("Google ADK, repaired by hand", true, GoogleAdkKillArm::new);

  final String title;
  private final boolean keyed;
  private final BiFunction<DataSource, Ledger, KillArm> maker;

  KillArms(String title, boolean keyed, BiFunction<DataSource, Ledger, KillArm> maker) {
    this.title = title;
    this.keyed = keyed;
    this.maker = maker;
  }

  Ledger ledger(JdbcTemplate jdbc) {
    return new Ledger(jdbc, keyed);
  }

  KillArm open(DataSource database, JdbcTemplate ledger) {
    return maker.apply(database, ledger(ledger));
  }
}
