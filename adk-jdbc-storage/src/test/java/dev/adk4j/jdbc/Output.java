package dev.adk4j.jdbc;

/** What a process says to the one that started it. */
public final class Output {

  private Output() {}

  public static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
