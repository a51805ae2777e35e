package dev.adk4j.vector.retrieval;

/** Clock and pauses of a run. */
interface Timing {

  Timing SYSTEM =
      new Timing() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public void sleep(long nanos) throws InterruptedException {
          Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
        }
      };

  long nanoTime();

  void sleep(long nanos) throws InterruptedException;
}
