/** Budget ledger in the storage's database. */
@NullMarked
package dev.adk4j.jdbc.budget;

import org.jspecify.annotations.NullMarked;
