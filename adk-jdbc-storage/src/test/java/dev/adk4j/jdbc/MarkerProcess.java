package dev.adk4j.jdbc;

import static dev.adk4j.jdbc.Output.say;

/** Writes markers, or erases them, until it is killed, and says on its output how far it is. */
final class MarkerProcess {

  private MarkerProcess() {}

  /** Address, user, password, tenant, and {@code write} or {@code erase}. */
  public static void main(String[] args) throws Exception {
    try (TestDatabase database = TestDatabase.open(args[0], args[1], args[2], 4)) {
      Markers markers = new Markers(database, args[3], "ann");
      for (int n = 0; args[4].equals("write"); n++) {
        say("writing " + n);
        markers.write("-" + ProcessHandle.current().pid() + "-" + n);
      }
      say("erasing");
      AdkStorageAdmin.of(database.dataSource()).erase(new ErasureTarget.Subject(args[3], "ann"));
      Thread.currentThread().join(); // to be killed
    }
  }
}
