-- Decided gates of ADK for Java, version 19, PostgreSQL 15 and later.

-- Finds the turns that may go on without looking at all that wait: gates that are decided and that no process has taken, and
-- turns that are not durable. Neither index has an entry for a durable turn that waits at an open gate.
create index if not exists ${prefix}gate_untaken on ${prefix}gate ((coalesce(settled_at, 9223372036854775807)))
  where state <> 'open' and delivered_at is null;
create index if not exists ${prefix}waiting_turn_rest on ${prefix}waiting_turn (tenant, turn_id)
  where state = 'waiting' and input is null;
