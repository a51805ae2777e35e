package com.example.agent;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class AgentApplication {

  public static void main(String[] args) {
    SpringApplication.run(AgentApplication.class, args);
  }
}
