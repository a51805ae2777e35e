package t09;

import java.util.List;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.messages.*;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

// A message has no JSON form: text of user and assistant is kept, as the library's own repository does.
@Repository
class MyMemory implements ChatMemoryRepository {
  final JdbcClient jdbc;

  MyMemory(JdbcClient jdbc) {
    this.jdbc = jdbc;
    jdbc.sql("create table if not exists said (chat varchar(200), place int, kind varchar(20), text clob, primary key (chat, place))").update();
  }

  public List<String> findConversationIds() {
    return jdbc.sql("select distinct chat from said").query(String.class).list();
  }

  public List<Message> findByConversationId(String chat) {
    return jdbc.sql("select kind, text from said where chat = ? order by place").param(chat).<Message>query((row, i) ->
        row.getString(1).equals("USER") ? new UserMessage(row.getString(2)) : new AssistantMessage(row.getString(2))).list();
  }

  @Transactional
  public void saveAll(String chat, List<Message> messages) {
    deleteByConversationId(chat);
    for (int place = 0; place < messages.size(); place++) {
      var message = messages.get(place);
      jdbc.sql("insert into said values (?, ?, ?, ?)").params(chat, place, message.getMessageType().name(), message.getText()).update();
    }
  }

  public void deleteByConversationId(String chat) {
    jdbc.sql("delete from said where chat = ?").param(chat).update();
  }
}
