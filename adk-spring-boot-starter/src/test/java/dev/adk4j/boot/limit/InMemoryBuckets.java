package dev.adk4j.boot.limit;

import io.github.bucket4j.distributed.proxy.ClientSideConfig;
import io.github.bucket4j.distributed.proxy.generic.compare_and_swap.AbstractCompareAndSwapBasedProxyManager;
import io.github.bucket4j.distributed.proxy.generic.compare_and_swap.AsyncCompareAndSwapOperation;
import io.github.bucket4j.distributed.proxy.generic.compare_and_swap.CompareAndSwapOperation;
import io.github.bucket4j.distributed.remote.RemoteBucketState;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Buckets that several nodes could share, were they anywhere. */
final class InMemoryBuckets extends AbstractCompareAndSwapBasedProxyManager<String> {

  final Map<String, byte[]> states = new ConcurrentHashMap<>();

  InMemoryBuckets() {
    super(ClientSideConfig.getDefault());
  }

  @Override
  protected CompareAndSwapOperation beginCompareAndSwapOperation(String key) {
    return new CompareAndSwapOperation() {
      @Override
      public Optional<byte[]> getStateData(Optional<Long> timeout) {
        return Optional.ofNullable(states.get(key));
      }

      @Override
      public boolean compareAndSwap(
          byte[] original, byte[] changed, RemoteBucketState state, Optional<Long> timeout) {
        AtomicBoolean swapped = new AtomicBoolean();
        states.compute(
            key,
            (same, now) -> {
              swapped.set(Arrays.equals(original, now));
              return swapped.get() ? changed : now;
            });
        return swapped.get();
      }
    };
  }

  @Override
  protected AsyncCompareAndSwapOperation beginAsyncCompareAndSwapOperation(String key) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void removeProxy(String key) {
    states.remove(key);
  }

  @Override
  protected java.util.concurrent.CompletableFuture<Void> removeAsync(String key) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isAsyncModeSupported() {
    return false;
  }
}
