package t06;

import dev.langchain4j.data.message.*;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

@Repository
class MyMemory implements ChatMemoryStore {
  final JdbcClient jdbc;

  MyMemory(JdbcClient jdbc) {
    this.jdbc = jdbc;
    jdbc.sql("create table if not exists chat (id varchar(200) primary key, messages clob)").update();
  }

  public List<ChatMessage> getMessages(Object id) {
    return jdbc.sql("select messages from chat where id = ?").param(id).query(String.class).optional()
        .map(ChatMessageDeserializer::messagesFromJson).orElse(List.of());
  }

  public void updateMessages(Object id, List<ChatMessage> messages) {
    jdbc.sql("merge into chat key (id) values (?, ?)").params(id, ChatMessageSerializer.messagesToJson(messages)).update();
  }

  public void deleteMessages(Object id) {
    jdbc.sql("delete from chat where id = ?").param(id).update();
  }
}
