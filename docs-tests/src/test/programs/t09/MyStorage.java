package t09;

import static org.springframework.transaction.TransactionDefinition.PROPAGATION_REQUIRES_NEW;

import dev.adk4j.storage.RecordStorage;
import dev.adk4j.storage.StoredRecord;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

@Repository
class MyStorage extends RecordStorage {

  final JdbcClient jdbc;
  final TransactionTemplate alone;

  MyStorage(JdbcClient jdbc, PlatformTransactionManager transactions) {
    this.jdbc = jdbc;
    alone = new TransactionTemplate(transactions, new DefaultTransactionDefinition(PROPAGATION_REQUIRES_NEW));
  }

  protected List<StoredRecord> fetch(String kind, String owner, String id) {
    return jdbc.sql("select * from agent_record where kind = ? and owner = ? and id = coalesce(?, id) order by place")
        .params(kind, owner, id).query(StoredRecord.class).list();
  }

  protected void write(List<StoredRecord> records) {
    alone.executeWithoutResult(tx -> records.forEach(row -> jdbc.sql(row.removed()
        ? "delete from agent_record where kind = :kind and owner = :owner and id = :id"
        : "merge into agent_record (kind, owner, id, json) values (:kind, :owner, :id, :json)").paramSource(row).update()));
  }
}
