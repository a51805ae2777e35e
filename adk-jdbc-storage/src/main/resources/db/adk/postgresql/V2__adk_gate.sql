-- Gates of ADK for Java, version 2, PostgreSQL 15 and later.

create table if not exists ${prefix}gate (
  tenant varchar(800) collate "C" not null,
  ref varchar(36) collate "C" not null,
  conversation varchar(800) collate "C" not null,
  subject varchar(800) collate "C",
  turn_id varchar(800) collate "C" not null,
  gate_id varchar(800) collate "C" not null,
  gate_key varchar(800) collate "C",
  open_key varchar(800) collate "C",
  reason varchar(800) collate "C" not null,
  payload text,
  has_schema boolean not null,
  tool text,
  tool_checksum text,
  node varchar(64) collate "C" not null,
  openings integer not null,
  state varchar(16) not null,
  undecided boolean not null,
  opened_at bigint not null,
  asked_at bigint not null,
  deadline_at bigint,
  settled_at bigint,
  decision_id varchar(36) collate "C",
  delivered_at bigint,
  previous varchar(36) collate "C",
  primary key (tenant, ref)
);
create unique index if not exists ${prefix}gate_open_key on ${prefix}gate (tenant, conversation, open_key);
create index if not exists ${prefix}gate_key on ${prefix}gate (tenant, conversation, gate_key, opened_at);
create index if not exists ${prefix}gate_ref on ${prefix}gate (ref);
create index if not exists ${prefix}gate_turn on ${prefix}gate (turn_id, gate_id);
create index if not exists ${prefix}gate_undecided on ${prefix}gate (undecided, ref);
create index if not exists ${prefix}gate_undecided_tenant on ${prefix}gate (tenant, undecided, ref);
create index if not exists ${prefix}gate_deadline on ${prefix}gate (undecided, deadline_at);

comment on table ${prefix}gate is 'What a turn waited for somebody to decide';
comment on column ${prefix}gate.ref is 'Names the gate across processes and repeated turns';
comment on column ${prefix}gate.conversation is 'Empty for a turn without conversation';
comment on column ${prefix}gate.subject is 'Whom the turn works for';
comment on column ${prefix}gate.turn_id is 'The turn that asked last';
comment on column ${prefix}gate.gate_id is 'What that turn calls the gate';
comment on column ${prefix}gate.gate_key is 'Under which a decision is found again';
comment on column ${prefix}gate.open_key is 'The key while the gate is undecided, else null: one undecided gate for a key';
comment on column ${prefix}gate.payload is 'JSON: what is to be decided on; null where content is not kept';
comment on column ${prefix}gate.has_schema is 'Whether a value is checked by the process that waits';
comment on column ${prefix}gate.tool is 'The tool that asked';
comment on column ${prefix}gate.tool_checksum is 'The checksum of its call';
comment on column ${prefix}gate.node is 'The process that waits, or waited';
comment on column ${prefix}gate.openings is 'How many times it was asked for';
comment on column ${prefix}gate.state is 'open, proposed (a value waits to be checked), resolved, rejected, aborted or timeout';
comment on column ${prefix}gate.undecided is 'Whether the state is open or proposed';
comment on column ${prefix}gate.asked_at is 'When it was asked for last';
comment on column ${prefix}gate.deadline_at is 'When it times out, by the clock of the database';
comment on column ${prefix}gate.decision_id is 'The decision that counts';
comment on column ${prefix}gate.delivered_at is 'When the process that waited got the decision';
comment on column ${prefix}gate.previous is 'The gate that was decided before under the same key';

create table if not exists ${prefix}gate_decision (
  tenant varchar(800) collate "C" not null,
  id varchar(36) collate "C" not null,
  ref varchar(36) collate "C" not null,
  kind varchar(16) not null,
  refusal varchar(16),
  detail text,
  actor text,
  authorities text not null,
  channel varchar(800) collate "C" not null,
  decided_at bigint not null,
  answer text,
  answer_kept boolean not null,
  edited boolean not null,
  remark text,
  tool text,
  tool_checksum text,
  tool_node varchar(64) collate "C",
  tool_started_at bigint,
  tool_ended_at bigint,
  tool_outcome varchar(16),
  primary key (tenant, id),
  foreign key (tenant, ref) references ${prefix}gate on delete cascade
);
create index if not exists ${prefix}gate_decision_gate on ${prefix}gate_decision (tenant, ref, decided_at);
create index if not exists ${prefix}gate_decision_tool on ${prefix}gate_decision (tool_outcome);

comment on table ${prefix}gate_decision is 'Every attempt to settle a gate: the decision that counts and those that were refused';
comment on column ${prefix}gate_decision.ref is 'The gate';
comment on column ${prefix}gate_decision.kind is 'resolve, reject, abort or timeout';
comment on column ${prefix}gate_decision.refusal is 'Why it changed nothing: conflict, late, invalid, unauthorized or foreign_tenant; null for the one that counts';
comment on column ${prefix}gate_decision.detail is 'What was wrong with it';
comment on column ${prefix}gate_decision.actor is 'Who decided; null for the turn itself and for code that held the gate';
comment on column ${prefix}gate_decision.authorities is 'JSON array: what the actor was allowed to do';
comment on column ${prefix}gate_decision.channel is 'How the decision came, such as http';
comment on column ${prefix}gate_decision.decided_at is 'By the clock of the database';
comment on column ${prefix}gate_decision.answer is 'JSON: what the gate was resolved with; null where content is not kept';
comment on column ${prefix}gate_decision.answer_kept is 'Whether the answer is what was given: a decision without it is not used again';
comment on column ${prefix}gate_decision.edited is 'Whether the answer differs from what was asked for';
comment on column ${prefix}gate_decision.remark is 'Why it was rejected; null where content is not kept';
comment on column ${prefix}gate_decision.tool is 'The tool that was started on this decision';
comment on column ${prefix}gate_decision.tool_checksum is 'The checksum of the call as it was started, after edits';
comment on column ${prefix}gate_decision.tool_node is 'The process that started it';
comment on column ${prefix}gate_decision.tool_started_at is 'At most once for a decision';
comment on column ${prefix}gate_decision.tool_outcome is 'running, succeeded, failed, or unknown where the process died';

create table if not exists ${prefix}gate_node (
  node varchar(64) collate "C" not null,
  seen_at bigint not null,
  primary key (node)
);

comment on table ${prefix}gate_node is 'The processes that wait for gates';
comment on column ${prefix}gate_node.seen_at is 'When it last said that it lives; gates of a silent one are orphaned';
