package dev.adk4j.storage;

import org.jspecify.annotations.Nullable;

/** What the 18 callbacks that store, mutate and delete have in common. */
public interface UnitOfWorkMember {

  /**
   * The unit of work this callback's writes belong to, or null for none. Neighbouring writes of one
   * flush whose callbacks name the same instance are done inside one {@link
   * StorageUnitOfWork#execute}.
   */
  default @Nullable StorageUnitOfWork unitOfWork() {
    return null;
  }
}
