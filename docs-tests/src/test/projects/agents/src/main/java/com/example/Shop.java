package com.example;

import dev.adk4j.boot.service.AgentService;
import dev.adk4j.boot.service.Prompt;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.tool.AgentTool;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
class Shop {

  public static void main(String[] args) {
    SpringApplication.run(Shop.class, args);
  }
}

enum Category { DELIVERY, REFUND, OTHER }

@AgentService("triage")
interface Triage {

  @Prompt("Classify this message of a customer: {text}")
  Category classify(String text);
}

@RestController
record Chat(@Qualifier("support") AgentClient support, Triage triage) {

  @GetMapping("/chat")
  AgentStream chat(@RequestParam String id, @RequestParam String text) {
    return support.conversation("ann", id).stream(text);
  }

  @GetMapping("/category")
  Category category(@RequestParam String text) {
    return triage.classify(text);
  }

  @AgentTool("Finds an order by its number.")
  String findOrder(String number) {
    return "Order " + number + " is on its way.";
  }
}
