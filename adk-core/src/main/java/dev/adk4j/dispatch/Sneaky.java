package dev.adk4j.dispatch;

/** Throws checked exceptions of callbacks through methods that do not declare them. */
final class Sneaky {

  private Sneaky() {}

  interface Action {
    void run() throws Exception;
  }

  static void run(Action action) {
    try {
      action.run();
    } catch (Exception e) {
      throw Sneaky.<RuntimeException>thrown(e);
    }
  }

  /** To be used as {@code throw Sneaky.thrown(e)}. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <E extends Throwable> E thrown(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
