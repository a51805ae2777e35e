package dev.adk4j.value;

import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The records of one kind in a turn, in the order they were added. Not a {@link Set}: two different instances with the
 * same id may both be present, only {@link #replaceById} removes such doubles.
 *
 * <p>An element is the same as another when its {@linkplain #ofRecords identity} is the same, or, for
 * {@linkplain #ofValues values}, when their keys are equal; adding the same element again changes nothing. Safe for
 * concurrent use; iteration goes over a snapshot and never fails.
 */
public final class RecordSet<T> extends AbstractCollection<T> {

  private final ReentrantLock lock = new ReentrantLock();
  private final Function<? super T, String> idOf;
  private final boolean byIdentity;
  private final ArrayList<T> elements = new ArrayList<>();
  private final Set<Object> keys = new HashSet<>();
  private volatile @Nullable List<T> snapshot = List.of();

  private RecordSet(Function<? super T, String> idOf, boolean byIdentity) {
    this.idOf = idOf;
    this.byIdentity = byIdentity;
  }

  /** Elements are distinct by reference and found by {@code idOf}. */
  public static <T> RecordSet<T> ofRecords(Function<? super T, String> idOf) {
    return new RecordSet<>(idOf, true);
  }

  /** Elements are distinct by {@code keyOf}, which is also their id. */
  public static <T> RecordSet<T> ofValues(Function<? super T, String> keyOf) {
    return new RecordSet<>(keyOf, false);
  }

  /** An independent set with the same rule and elements. */
  public RecordSet<T> copy() {
    RecordSet<T> copy = new RecordSet<>(idOf, byIdentity);
    copy.addAll(snapshot());
    return copy;
  }

  /** The elements as they are now; unmodifiable. */
  public List<T> snapshot() {
    List<T> current = snapshot;
    if (current != null) {
      return current;
    }
    lock.lock();
    try {
      List<T> fresh = List.copyOf(elements);
      snapshot = fresh;
      return fresh;
    } finally {
      lock.unlock();
    }
  }

  /** Appends the element; false where the same element is present. */
  @Override
  public boolean add(T element) {
    lock.lock();
    try {
      if (!keys.add(key(element))) {
        return false;
      }
      elements.add(element);
      snapshot = null;
      return true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean addAll(Collection<? extends T> added) {
    lock.lock();
    try {
      boolean changed = false;
      for (T element : added) {
        changed |= add(element);
      }
      return changed;
    } finally {
      lock.unlock();
    }
  }

  /** Removes every element with the given element's id and puts it where the first was; appends it where none was. */
  public List<T> replaceById(T element) {
    return replaceGroup(Set.of(idOf.apply(element)), List.of(element));
  }

  /**
   * Removes every element whose id is in {@code ids} and puts {@code replacements} where the first was; appends them where
   * none was. One step for every other thread.
   *
   * @return the removed elements, in order
   */
  public List<T> replaceGroup(Collection<String> ids, List<? extends T> replacements) {
    lock.lock();
    try {
      List<T> removed = new ArrayList<>();
      int at = -1;
      for (int i = 0; i < elements.size(); ) {
        if (ids.contains(idOf.apply(elements.get(i)))) {
          at = at < 0 ? i : at;
          removed.add(removeAt(i));
        } else {
          i++;
        }
      }
      int position = at < 0 ? elements.size() : at;
      for (T replacement : replacements) {
        if (keys.add(key(replacement))) {
          elements.add(Math.min(position, elements.size()), replacement);
          position++;
        }
      }
      snapshot = null;
      return removed;
    } finally {
      lock.unlock();
    }
  }

  /** Removes the first element with that id. */
  public Optional<T> removeFirstById(String id) {
    lock.lock();
    try {
      for (int i = 0; i < elements.size(); i++) {
        if (idOf.apply(elements.get(i)).equals(id)) {
          snapshot = null;
          return Optional.of(removeAt(i));
        }
      }
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  /** The first element with that id. */
  public Optional<T> findById(String id) {
    for (T element : snapshot()) {
      if (idOf.apply(element).equals(id)) {
        return Optional.of(element);
      }
    }
    return Optional.empty();
  }

  @Override
  @SuppressWarnings("unchecked")
  public boolean remove(@Nullable Object element) {
    if (element == null) {
      return false;
    }
    lock.lock();
    try {
      for (int i = 0; i < elements.size(); i++) {
        T present = elements.get(i);
        if (present == element || (!byIdentity && sameKey(present, (T) element))) {
          removeAt(i);
          snapshot = null;
          return true;
        }
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  @Override
  @SuppressWarnings("unchecked")
  public boolean contains(@Nullable Object element) {
    for (T present : snapshot()) {
      if (present == element || (!byIdentity && element != null && sameKey(present, (T) element))) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void clear() {
    lock.lock();
    try {
      elements.clear();
      keys.clear();
      snapshot = List.of();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int size() {
    return snapshot().size();
  }

  /** Over the elements as they are now; {@code remove} removes from the set, not from what is iterated. */
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

  private T removeAt(int index) {
    T removed = elements.remove(index);
    keys.remove(key(removed));
    return removed;
  }

  private boolean sameKey(T present, T other) {
    return present.getClass() == other.getClass() && key(present).equals(key(other));
  }

  private Object key(T element) {
    return byIdentity ? new Identity(element) : idOf.apply(element);
  }

  private record Identity(Object element) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Identity(Object o) && o == element;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(element);
    }
  }
}
