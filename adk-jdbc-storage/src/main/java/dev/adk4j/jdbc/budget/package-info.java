/** What agents have used up of their budgets, in the storage's database. */
@NullMarked
package dev.adk4j.jdbc.budget;

import org.jspecify.annotations.NullMarked;
