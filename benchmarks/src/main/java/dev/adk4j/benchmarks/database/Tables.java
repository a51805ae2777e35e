package dev.adk4j.benchmarks.database;

import dev.adk4j.benchmarks.Texts;
import java.util.List;

/** Makes the tables of all arms, and one with the texts that histories are made of. */
final class Tables {

  private Tables() {}

  static void create(BenchmarkDatabase database, List<Arm> arms, Texts texts) throws Exception {
    database
        .jdbc()
        .execute("create table if not exists bench_text (i int primary key, text text not null)");
    for (int i = 0; i < texts.all().size(); i++) {
      database
          .jdbc()
          .update(
              "insert into bench_text values (?, ?) on conflict do nothing", i, texts.all().get(i));
    }
    for (Arm arm : arms) {
      arm.createTables();
    }
  }
}
