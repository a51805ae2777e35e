package dev.adk4j.harness;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets every wait of the tests look at once and then often: by itself Awaitility looks each tenth
 * of a second, which is most of the time of many a test. Who looks that early may find nothing to
 * look at, so that a condition that throws does not hold yet. Found by JUnit, here and in the
 * modules that have these tests on their class path.
 */
public final class QuickAwaits implements BeforeAllCallback {

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultPollDelay(Duration.ZERO);
    Awaitility.setDefaultPollInterval(Duration.ofMillis(5));
    Awaitility.ignoreExceptionsByDefault();
  }
}
