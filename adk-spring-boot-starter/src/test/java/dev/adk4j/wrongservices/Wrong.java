package dev.adk4j.wrongservices;

import dev.adk4j.boot.service.AgentService;
import dev.adk4j.boot.service.ConversationId;
import dev.adk4j.boot.service.Prompt;
import java.util.concurrent.CompletableFuture;

@AgentService("suport")
interface Wrong {

  void nothing(String text);

  String none();

  String two(String a, String b);

  String number(int number);

  @Prompt("Classify {txt}.")
  String misspelt(String text);

  @Prompt(" ")
  String empty();

  String id(@ConversationId int id, String text);

  String ids(@ConversationId String a, @ConversationId String b, String text);

  CompletableFuture<String> later(String text);

  Runnable noValue(String text);

  @Prompt("Hi")
  default String body() {
    return "";
  }

  @AgentService
  final class NoInterface {}
}
