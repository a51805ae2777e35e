package dev.adk4j.boot.web;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The script that anyone can run against a URL, against applications of our own. */
@Tag("slow")
@Timeout(300)
class AttackScriptTests {

  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "SEPARATE"})
  void resistsTheAttackScript(GatesApp.Layout layout) throws Exception {
    try (GatesApp app = new GatesApp(layout)) {
      app.ask("first", "payment").ref();
      app.ask("second", "payment").ref();
      AttackScript.assertHolds(
          "--gates",
          app.gates.toString(),
          "--actuator",
          app.actuator.toString(),
          "--approver",
          "Authorization: " + GatesApp.basic("boss"),
          "--other",
          "Authorization: " + GatesApp.basic("clerk"),
          "--other",
          "Authorization: " + GatesApp.basic("spy"));
    }
  }
}
