package dev.adk4j.sample.web;

import dev.adk4j.jpa.entity.MessageEntity;
import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Stores the titles of conversations, which are their first words. */
@Component
class ConversationTitles {

  private static final int MAX_LENGTH = 80;

  private static final String FIRST_MESSAGES =
      """
      select m from MessageEntity m
      where m.tenant = :tenant and m.conversation in :conversations
        and m.seq = (select min(f.seq) from MessageEntity f
                     where f.tenant = m.tenant and f.conversation = m.conversation)
      """;

  private final EntityManager entities;

  ConversationTitles(EntityManager entities) {
    this.entities = entities;
  }

  /** By conversation. */
  Map<String, String> of(String tenant, Collection<String> conversations) {
    Map<String, String> titles = new HashMap<>();
    if (conversations.isEmpty()) {
      return titles;
    }
    for (MessageEntity first :
        entities
            .createQuery(FIRST_MESSAGES, MessageEntity.class)
            .setParameter("tenant", tenant)
            .setParameter("conversations", conversations)
            .getResultList()) {
      String said = first.content();
      titles.put(first.conversation(), said == null || said.isBlank() ? "A file" : title(said));
    }
    return titles;
  }

  private static String title(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    if (line.length() <= MAX_LENGTH) {
      return line;
    }
    int end = Character.isHighSurrogate(line.charAt(MAX_LENGTH - 1)) ? MAX_LENGTH - 1 : MAX_LENGTH;
    return line.substring(0, end) + "…";
  }
}
