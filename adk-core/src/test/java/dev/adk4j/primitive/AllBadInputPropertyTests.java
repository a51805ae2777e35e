package dev.adk4j.primitive;

import org.junit.jupiter.api.Tag;

@Tag("slow")
class AllBadInputPropertyTests extends BadInputPropertyTests {

  @Override
  int share() {
    return 1;
  }
}
