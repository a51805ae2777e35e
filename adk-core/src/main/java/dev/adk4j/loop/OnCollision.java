package dev.adk4j.loop;

/** Whose tool wins when registries with the same name in both are merged. */
public enum OnCollision {
  /** Neither: the merge's own option decides. */
  THROW,
  /** The incoming one. */
  REPLACE,
  /** The one that is there. */
  KEEP
}
