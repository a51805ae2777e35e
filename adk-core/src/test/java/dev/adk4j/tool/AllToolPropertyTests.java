package dev.adk4j.tool;

import org.junit.jupiter.api.Tag;

@Tag("slow")
class AllToolPropertyTests extends ToolPropertyTests {

  @Override
  int share() {
    return 1;
  }
}
