package dev.adk4j.durable.gates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.jdbc.CountingDataSource;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.OnEachDatabase;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A durable turn whose gates are decided. */
@Timeout(60)
class WokenTurnTests extends OnEachDatabase {

  private final Collection<String> ran = new ConcurrentLinkedQueue<>();

  @Test
  void runsAfterTheLastOfItsGates() {
    CountingDataSource counting = new CountingDataSource(database.dataSource());
    DataSource source = counting.dataSource();
    WaitingNode node = opened(new WaitingNode(source, true, ran::add));
    String turn = node.accept("two-1");
    await().until(() -> gates().size() == 2 && tasks() == 0);
    List<String> gates = gates();

    counting.forget();
    node.approve(gates.getFirst());
    await().until(() -> counting.sent().stream().anyMatch(WokenTurnTests::readsATurn));
    assertThat(tasks()).isZero();
    assertThat(ran).isEmpty();

    counting.forget();
    node.approve(gates.getLast());
    await().untilAsserted(() -> assertThat(ran).containsExactlyInAnyOrder(turn, turn + "-2"));
    if (kind == DatabaseKind.POSTGRES) {
      assertThat(counting.sent())
          .as("is woken by one statement, before it is read")
          .satisfies(
              sent ->
                  assertThat(
                          sent.stream().takeWhile(sql -> !sql.contains("state = 'running', token")))
                      .noneMatch(WokenTurnTests::readsATurn))
          .anyMatch(sql -> sql.startsWith("insert into adk_task") && sql.contains("'waiting'"));
    }
  }

  private static boolean readsATurn(String sql) {
    return sql.startsWith("select w.*") && sql.contains("w.turn_id = ?");
  }

  private List<String> gates() {
    return JdbcClient.create(database.dataSource())
        .sql("select ref from adk_gate where state = 'open' order by ref")
        .query(String.class)
        .list();
  }

  private int tasks() {
    return JdbcClient.create(database.dataSource())
        .sql("select count(*) from adk_task")
        .query(Integer.class)
        .single();
  }
}
