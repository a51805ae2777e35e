package dev.adk4j.loop;

import dev.adk4j.error.FatalErrors;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs layers around a core: the first layer outermost, each entering the rest with its {@link
 * Next}. What a layer throws stops at that layer: the rest of it and everything not yet entered is
 * left out, outer layers finish as if nothing had happened. {@linkplain FatalErrors Fatal errors}
 * alone go straight through. Keeps nothing between runs.
 */
public final class Onion {

  private Onion() {}

  /** A step around the rest. */
  @FunctionalInterface
  public interface Layer<C> {
    void handle(C ctx, Next next) throws Exception;
  }

  /** What the layers are around. */
  @FunctionalInterface
  public interface Core<R extends @Nullable Object> {
    R run() throws Exception;
  }

  /** Says that no layer may end without entering the next. */
  @FunctionalInterface
  public interface NoNext {
    /** Must throw. */
    void fail() throws Exception;
  }

  /**
   * Runs the layers around {@code core} and returns its result.
   *
   * @param onNoNext called where the core was not reached although nothing was thrown
   * @throws Exception the last exception a layer or the core threw, unchanged, after the outer
   *     layers have finished
   */
  public static <C, R extends @Nullable Object> R run(
      C ctx, List<? extends Layer<? super C>> layers, Core<R> core, NoNext onNoNext)
      throws Exception {
    Result<R> result = new Result<>(core);
    boolean reached = pass(ctx, layers, () -> false, result::failed, result::run);
    if (result.failure != null) {
      throw Onion.<Exception>sneaky(result.failure);
    }
    if (!reached) {
      onNoNext.fail();
      throw new IllegalStateException(
          "The layers did not reach their core and onNoNext did not throw.");
    }
    return result.value();
  }

  /**
   * Runs the layers around {@code core} and never throws what they throw.
   *
   * @param skip asked before each layer; where it says yes the layer is left out and the next one
   *     entered
   * @param onThrow given what a layer or the core threw, at that moment
   * @return whether the core was reached
   */
  public static <C> boolean pass(
      C ctx,
      List<? extends Layer<? super C>> layers,
      BooleanSupplier skip,
      Consumer<Throwable> onThrow,
      Core<? extends @Nullable Object> core) {
    Passage<C> passage = new Passage<>(ctx, layers, skip, onThrow, core);
    passage.enter(0);
    return passage.reached;
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <E extends Throwable> E sneaky(Throwable thrown) throws E {
    throw (E) thrown;
  }

  private static final class Result<R extends @Nullable Object> {

    private final Core<R> core;
    private @Nullable R value;
    private @Nullable Throwable failure;

    private Result(Core<R> core) {
      this.core = core;
    }

    private @Nullable Object run() throws Exception {
      value = core.run();
      return null;
    }

    @SuppressWarnings("NullAway") // set, since the core was reached and did not throw
    private R value() {
      return value;
    }

    private void failed(Throwable thrown) {
      failure = thrown;
    }
  }

  private static final class Passage<C> {

    private final C ctx;
    private final List<? extends Layer<? super C>> layers;
    private final BooleanSupplier skip;
    private final Consumer<Throwable> onThrow;
    private final Core<? extends @Nullable Object> core;
    private boolean reached;

    private Passage(
        C ctx,
        List<? extends Layer<? super C>> layers,
        BooleanSupplier skip,
        Consumer<Throwable> onThrow,
        Core<? extends @Nullable Object> core) {
      this.ctx = ctx;
      this.layers = layers;
      this.skip = skip;
      this.onThrow = onThrow;
      this.core = core;
    }

    private void enter(int index) {
      int at = index;
      while (at < layers.size() && skip.getAsBoolean()) {
        at++;
      }
      Step step = at < layers.size() ? new Step(at + 1) : null;
      try {
        if (step == null) {
          reached = true;
          core.run();
        } else {
          layers.get(at).handle(ctx, step);
        }
      } catch (Throwable e) {
        FatalErrors.rethrow(e);
        onThrow.accept(e);
      } finally {
        if (step != null) {
          step.used = true;
        }
      }
    }

    /** Works once, and not after its layer has returned. */
    private final class Step implements Next {

      private final int index;
      private boolean used;

      private Step(int index) {
        this.index = index;
      }

      @Override
      public void proceed() {
        if (!used) {
          used = true;
          enter(index);
        }
      }
    }
  }
}
