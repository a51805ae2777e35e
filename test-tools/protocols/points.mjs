// The points that a client of each protocol is driven through; each prints one line.
import assert from 'node:assert/strict';

export const names = ['tool', 'streamed', 'image', 'approval', 'edit', 'reject', 'error', 'cancel', 'reload', 'second', 'whole'];

/** Runs the points in their order; those that are absent are what the protocol cannot carry. */
export async function run(points) {
  for (const name of Object.keys(points)) assert.ok(names.includes(name), name);
  for (const name of names) {
    if (!points[name]) {
      console.log(`none ${name}`);
      continue;
    }
    try {
      await points[name]();
      console.log(`ok ${name}`);
    } catch (e) {
      console.log(`failed ${name}: ${e.stack}`);
      process.exitCode = 1;
    }
  }
}
