package dev.adk4j.value;

import dev.adk4j.internal.Mutex;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Holds the records of one kind in a turn, in the order of addition. Not a {@link Set}: it may
 * contain two different instances with the same id; only {@link #replaceById} removes such
 * duplicates.
 *
 * <p>Two elements are the same if their {@linkplain #ofRecords identity} is the same or, for
 * {@linkplain #ofValues values}, if their keys are equal; adding the same element again changes
 * nothing. Thread-safe; iteration uses a snapshot and never fails.
 */
public final class RecordSet<T> extends AbstractCollection<T> {

  private static final int FEW = 16;

  private final Mutex mutex = new Mutex();
  private final Function<? super T, String> idOf;
  private final ArrayList<T> elements = new ArrayList<>();

  private final boolean byIdentity;

  /**
   * An index, kept only for larger sets: a turn has a dozen of these sets and most remain empty.
   * Not kept for values, since a value's key may change while it is in the set.
   */
  private @Nullable Set<Object> present;

  private volatile @Nullable List<T> snapshot = List.of();

  private RecordSet(Function<? super T, String> idOf, boolean byIdentity) {
    this.idOf = idOf;
    this.byIdentity = byIdentity;
  }

  /** Returns an empty set of elements that are distinct by reference and found by {@code idOf}. */
  public static <T> RecordSet<T> ofRecords(Function<? super T, String> idOf) {
    return new RecordSet<>(idOf, true);
  }

  /**
   * Returns an empty set of elements that are distinct by {@code keyOf}, which is also their id.
   */
  public static <T> RecordSet<T> ofValues(Function<? super T, String> keyOf) {
    return new RecordSet<>(keyOf, false);
  }

  /** Returns an independent set with the same rule and elements. */
  public RecordSet<T> copy() {
    RecordSet<T> copy = new RecordSet<>(idOf, byIdentity);
    List<T> held = snapshot();
    if (byIdentity && !held.isEmpty()) {
      // Distinct here, so distinct there. The copy is not published yet.
      copy.elements.addAll(held);
      copy.snapshot = held;
    } else if (!held.isEmpty()) {
      copy.addAll(held);
    }
    return copy;
  }

  /** Returns the current elements; unmodifiable. */
  public List<T> snapshot() {
    List<T> current = snapshot;
    if (current != null) {
      return current;
    }
    return mutex.get(
        () -> {
          List<T> fresh = List.copyOf(elements);
          snapshot = fresh;
          return fresh;
        });
  }

  /** Appends the element; returns false if the same element is present. */
  @Override
  public boolean add(T element) {
    return addAll(List.of(element));
  }

  /** Appends elements atomically. */
  @Override
  public boolean addAll(Collection<? extends T> added) {
    // Reads before taking the lock: two sets may be added to each other at the same time.
    List<T> toAdd = List.copyOf(added);
    return mutex.get(
        () -> {
          boolean changed = false;
          for (T element : toAdd) {
            if (isNew(element)) {
              elements.add(element);
              changed = true;
            }
          }
          if (changed) {
            snapshot = null;
          }
          return changed;
        });
  }

  /**
   * Replaces every element with the given element's id, at the position of the first one; appends
   * the element if there is none.
   */
  public List<T> replaceById(T element) {
    return replaceGroup(Set.of(idOf.apply(element)), List.of(element));
  }

  /**
   * Replaces every element whose id is in {@code ids} by {@code replacements}, at the position of
   * the first one; appends them if there is none. Atomic.
   *
   * @return the removed elements, in order
   */
  public List<T> replaceGroup(Collection<String> ids, List<? extends T> replacements) {
    Set<String> wanted = Set.copyOf(ids);
    List<T> toAdd = List.copyOf(replacements);
    return mutex.get(
        () -> {
          List<T> removed = new ArrayList<>();
          int at = -1;
          List<T> kept = new ArrayList<>(elements.size() + toAdd.size());
          for (T element : elements) {
            if (wanted.contains(idOf.apply(element))) {
              at = at < 0 ? kept.size() : at;
              removed.add(element);
            } else {
              kept.add(element);
            }
          }
          elements.clear();
          elements.addAll(kept);
          if (present != null) {
            removed.forEach(present::remove);
          }
          int position = at < 0 ? elements.size() : at;
          for (T replacement : toAdd) {
            if (isNew(replacement)) {
              elements.add(position++, replacement);
            }
          }
          snapshot = null;
          return removed;
        });
  }

  /** Removes the first element with that id. */
  public Optional<T> removeFirstById(String id) {
    return removeFirst(held -> idOf.apply(held).equals(id));
  }

  /** Returns the first element with that id. */
  public Optional<T> findById(String id) {
    return snapshot().stream().filter(held -> idOf.apply(held).equals(id)).findFirst();
  }

  @Override
  public boolean remove(@Nullable Object element) {
    return element != null && removeFirst(held -> isSame(held, element)).isPresent();
  }

  private Optional<T> removeFirst(Predicate<T> wanted) {
    return mutex.get(
        () -> {
          for (int i = 0; i < elements.size(); i++) {
            if (wanted.test(elements.get(i))) {
              T removed = elements.remove(i);
              if (present != null) {
                present.remove(removed);
              }
              snapshot = null;
              return Optional.of(removed);
            }
          }
          return Optional.empty();
        });
  }

  @Override
  public boolean contains(@Nullable Object element) {
    return element != null && snapshot().stream().anyMatch(held -> isSame(held, element));
  }

  @Override
  public void clear() {
    mutex.run(
        () -> {
          elements.clear();
          present = null;
          snapshot = List.of();
        });
  }

  @Override
  public int size() {
    return snapshot().size();
  }

  /**
   * Iterates over the current elements; {@code remove} removes from the set, not from the iterated
   * snapshot.
   */
  @Override
  public Iterator<T> iterator() {
    Iterator<T> over = snapshot().iterator();
    return new Iterator<>() {
      private @Nullable T last;

      @Override
      public boolean hasNext() {
        return over.hasNext();
      }

      @Override
      public T next() {
        T next = over.next();
        last = next;
        return next;
      }

      @Override
      public void remove() {
        if (last == null) {
          throw new IllegalStateException("next() was not called");
        }
        RecordSet.this.remove(last);
        last = null;
      }
    };
  }

  private boolean isNew(T element) {
    if (present == null && byIdentity && elements.size() >= FEW) {
      present = Collections.newSetFromMap(new IdentityHashMap<>());
      present.addAll(elements);
    }
    if (present != null) {
      return present.add(element);
    }
    for (T held : elements) {
      if (isSame(held, element)) {
        return false;
      }
    }
    return true;
  }

  @SuppressWarnings("unchecked")
  private boolean isSame(T held, Object element) {
    return held == element
        || !byIdentity
            && held.getClass() == element.getClass()
            && idOf.apply(held).equals(idOf.apply((T) element));
  }
}
