-- Turns that wait for approvals of ADK for Java, version 11, PostgreSQL 15 and later.
--
-- As in version 1: texts hold U+0000, unpaired surrogates and U+0010 as U+0010 and four hexadecimal digits, instants are
-- milliseconds since 1970-01-01T00:00:00Z.

create table if not exists ${prefix}waiting_turn (
  tenant varchar(800) collate "C" not null,
  turn_id varchar(800) collate "C" not null,
  conversation varchar(800) collate "C" not null,
  subject varchar(800) collate "C",
  state varchar(16) not null,
  phase varchar(16) not null,
  iteration integer not null,
  token bigint not null,
  attempt integer not null,
  node varchar(64) collate "C",
  lease_until bigint,
  results text not null,
  memo text,
  answer_id varchar(800) collate "C",
  answer text,
  error varchar(800) collate "C",
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant, turn_id)
);
create index if not exists ${prefix}waiting_turn_state on ${prefix}waiting_turn (state, updated_at);
create index if not exists ${prefix}waiting_turn_conversation on ${prefix}waiting_turn (tenant, conversation, state);

comment on table ${prefix}waiting_turn is 'Turns that ended because calls of their model''s answer need an approval, and how they went on';
comment on column ${prefix}waiting_turn.turn_id is 'Of the turn that asked, and of the one that goes on';
comment on column ${prefix}waiting_turn.subject is 'Whom the turn works for';
comment on column ${prefix}waiting_turn.state is 'waiting, running, completed, failed or aborted';
comment on column ${prefix}waiting_turn.phase is 'asked (the calls have no records), called (they have; the model is next) or answered';
comment on column ${prefix}waiting_turn.iteration is 'The number of the iteration that is next';
comment on column ${prefix}waiting_turn.token is 'Counts the claims: who has an older one can write nothing';
comment on column ${prefix}waiting_turn.attempt is 'How many times it was claimed since it began to wait';
comment on column ${prefix}waiting_turn.node is 'The process that goes on with it, or did last';
comment on column ${prefix}waiting_turn.lease_until is 'When another process may go on with it, by the clock of the database';
comment on column ${prefix}waiting_turn.results is 'JSON: how results are to reach the model';
comment on column ${prefix}waiting_turn.memo is 'JSON: what the caller of the turn is given back';
comment on column ${prefix}waiting_turn.answer_id is 'The message the turn ended with';
comment on column ${prefix}waiting_turn.answer is 'The text of that message';
comment on column ${prefix}waiting_turn.error is 'The code of the failure';

create table if not exists ${prefix}waiting_call (
  tenant varchar(800) collate "C" not null,
  turn_id varchar(800) collate "C" not null,
  ordinal integer not null,
  id varchar(800) collate "C" not null,
  provider_id text,
  tool text not null,
  args text not null,
  payload text,
  replay_compatibility text,
  problem text,
  gate_ref varchar(36) collate "C",
  started_at bigint,
  primary key (tenant, turn_id, ordinal),
  foreign key (tenant, turn_id) references ${prefix}waiting_turn on delete cascade
);
create index if not exists ${prefix}waiting_call_gate on ${prefix}waiting_call (gate_ref);

comment on table ${prefix}waiting_call is 'The calls of a turn that waits: none has started, and none has a record yet';
comment on column ${prefix}waiting_call.ordinal is 'Its place in the answer, from 0';
comment on column ${prefix}waiting_call.id is 'The id that the call''s record will have';
comment on column ${prefix}waiting_call.provider_id is 'The id that the provider gave it';
comment on column ${prefix}waiting_call.args is 'JSON: what the model asked for';
comment on column ${prefix}waiting_call.payload is 'JSON: what the vendor wants back with the call';
comment on column ${prefix}waiting_call.problem is 'Why the tool cannot be run with what was asked for';
comment on column ${prefix}waiting_call.gate_ref is 'The gate that has to be settled; null for a call that needs no approval';
comment on column ${prefix}waiting_call.started_at is 'When it started, of a call without gate: it starts at most once';
