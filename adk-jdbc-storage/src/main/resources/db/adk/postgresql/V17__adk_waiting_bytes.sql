-- Smaller rows and indexes of gates and waiting turns of ADK for Java, version 17, PostgreSQL 15 and later.
--
-- Indexes keep the names of those that they replace, so that the earlier scripts do not create them again.

-- One index finds a gate by its key and allows one undecided gate for a key. It holds the first half of a SHA-256 of the
-- key, which is long: nobody finds two keys of which one would refuse the other. The function takes bytes, and a backslash
-- means more than itself on the way to them.
alter table ${prefix}gate add column if not exists key_hash bytea generated always as
  (substring(sha256(decode(replace(gate_key, chr(92), repeat(chr(92), 2)), 'escape')) from 1 for 16)) stored;
drop index if exists ${prefix}gate_key;
create unique index ${prefix}gate_key on ${prefix}gate
  (tenant, conversation, key_hash, (case when undecided then '' else ref end));
drop index if exists ${prefix}gate_open_key;

-- Found by equality alone; a hash index has no entries for calls without a gate.
drop index if exists ${prefix}gate_turn;
create index ${prefix}gate_turn on ${prefix}gate using hash (turn_id);
drop index if exists ${prefix}waiting_call_gate;
create index ${prefix}waiting_call_gate on ${prefix}waiting_call using hash (gate_ref);

-- Only of the rows that are looked for: undecided gates, gates with a deadline, turns with a key. The index
-- on lanes stays whole: with a partial one, PostgreSQL lets a turn give up its lane under the lock of one that is accepted.
drop index if exists ${prefix}gate_undecided_tenant;
drop index if exists ${prefix}gate_undecided;
create index ${prefix}gate_undecided on ${prefix}gate (tenant, ref) where undecided;
drop index if exists ${prefix}gate_deadline;
create index ${prefix}gate_deadline on ${prefix}gate (deadline_at) where undecided and deadline_at is not null;
drop index if exists ${prefix}waiting_turn_request;
create unique index ${prefix}waiting_turn_request on ${prefix}waiting_turn (tenant, conversation, request_key)
  where request_key is not null;

-- Rows of turns are smaller now, and so is the room that one which changes needs in its page. A task's changes are to
-- indexed columns, which gain nothing by such room.
alter table ${prefix}waiting_turn set (fillfactor = 85);
alter table ${prefix}task reset (fillfactor);

comment on column ${prefix}gate.open_key is 'On H2 the key while the gate is undecided, else null: one undecided gate for a key; not used on PostgreSQL since version 17';
comment on column ${prefix}gate.tool_checksum is 'The checksum of its call; null where the payload has it';
comment on column ${prefix}gate.tool_call_id is 'The id that the call''s record has, or will have; null where the payload has it';
comment on column ${prefix}gate.key_hash is 'Of gate_key, the first half of its SHA-256: what the index holds';
comment on column ${prefix}waiting_turn.node is 'The process that goes on with it, or did last; null while it waits';
comment on column ${prefix}waiting_turn.fingerprint is 'Differs between requests that are not the same; null without request_key';
