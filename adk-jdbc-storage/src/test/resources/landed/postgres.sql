create table if not exists adk_conversation (
  tenant varchar(800) collate "C" not null,
  conversation varchar(800) collate "C" not null,
  subject varchar(800) collate "C",
  last_seq bigint not null,
  created_at bigint not null,
  last_activity_at bigint not null,
  primary key (tenant, conversation)
) with (fillfactor = 50);
create table if not exists adk_message (
  tenant varchar(800) collate "C" not null,
  conversation varchar(800) collate "C" not null,
  seq bigint not null,
  id varchar(800) collate "C" not null,
  role varchar(32) not null,
  content text,
  attachments text,
  identity text not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant, conversation, seq)
);
create unique index if not exists adk_message_id on adk_message (tenant, conversation, id);
create table if not exists adk_thought (
  tenant varchar(800) collate "C" not null,
  conversation varchar(800) collate "C" not null,
  seq bigint not null,
  id varchar(800) collate "C" not null,
  content text not null,
  identity text not null,
  payload text,
  replay_compatibility text,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant, conversation, seq)
);
create unique index if not exists adk_thought_id on adk_thought (tenant, conversation, id);
create table if not exists adk_tool_call (
  tenant varchar(800) collate "C" not null,
  conversation varchar(800) collate "C" not null,
  seq bigint not null,
  id varchar(800) collate "C" not null,
  tool text not null,
  args text not null,
  checksum text not null,
  is_complete boolean not null,
  is_error boolean not null,
  results text not null,
  payload text,
  replay_compatibility text,
  from_artifact_tool boolean not null,
  inline boolean not null,
  created_at bigint not null,
  updated_at bigint not null,
  completed_at bigint not null,
  primary key (tenant, conversation, seq)
);
create unique index if not exists adk_tool_call_id on adk_tool_call (tenant, conversation, id);
create table if not exists adk_retrievable (
  tenant varchar(800) collate "C" not null,
  conversation varchar(800) collate "C" not null,
  ordinal bigint generated always as identity,
  id varchar(800) collate "C" not null,
  content text,
  artifact text,
  trust_tier varchar(64) not null,
  source text,
  kind text,
  score double precision,
  inline boolean not null,
  artifact_type text,
  created_at bigint not null,
  updated_at bigint not null,
  stored_at bigint not null,
  primary key (tenant, conversation, ordinal)
);
create unique index if not exists adk_retrievable_id on adk_retrievable (tenant, conversation, id);
create table if not exists adk_memory (
  tenant varchar(800) collate "C" not null,
  subject varchar(800) collate "C" not null,
  ordinal bigint generated always as identity,
  id varchar(800) collate "C" not null,
  content text not null,
  confidence double precision,
  importance double precision,
  created_at bigint not null,
  updated_at bigint not null,
  stored_at bigint not null,
  primary key (tenant, subject, ordinal)
);
create unique index if not exists adk_memory_id on adk_memory (tenant, subject, id);
create table if not exists adk_standing_instruction (
  tenant varchar(800) collate "C" not null,
  subject varchar(800) collate "C" not null,
  ordinal bigint generated always as identity,
  id varchar(800) collate "C" not null,
  content text not null,
  stored_at bigint not null,
  primary key (tenant, subject, ordinal)
);
create unique index if not exists adk_standing_instruction_id on adk_standing_instruction (tenant, subject, id);
create table if not exists adk_blob (
  tenant varchar(800) collate "C" not null,
  conversation varchar(800) collate "C" not null,
  content_id varchar(36) collate "C" not null,
  kind varchar(16) not null,
  id varchar(800) collate "C" not null,
  current_id varchar(800) collate "C",
  chunk_size integer not null,
  byte_length bigint,
  line_count bigint,
  created_at bigint not null,
  completed_at bigint,
  replaced_at bigint,
  primary key (tenant, conversation, content_id)
);
create unique index if not exists adk_blob_current on adk_blob (tenant, conversation, kind, current_id);
create table if not exists adk_blob_chunk (
  tenant varchar(800) collate "C" not null,
  conversation varchar(800) collate "C" not null,
  content_id varchar(36) collate "C" not null,
  n integer not null,
  lines_before bigint not null,
  data bytea not null,
  primary key (tenant, conversation, content_id, n),
  foreign key (tenant, conversation, content_id) references adk_blob on delete cascade
);
create table if not exists adk_gate (
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
create unique index if not exists adk_gate_open_key on adk_gate (tenant, conversation, open_key);
create index if not exists adk_gate_key on adk_gate (tenant, conversation, gate_key, opened_at);
create index if not exists adk_gate_ref on adk_gate (ref);
create index if not exists adk_gate_turn on adk_gate (turn_id, gate_id);
create index if not exists adk_gate_undecided on adk_gate (undecided, ref);
create index if not exists adk_gate_undecided_tenant on adk_gate (tenant, undecided, ref);
create index if not exists adk_gate_deadline on adk_gate (undecided, deadline_at);
create table if not exists adk_gate_decision (
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
  foreign key (tenant, ref) references adk_gate on delete cascade
);
create index if not exists adk_gate_decision_gate on adk_gate_decision (tenant, ref, decided_at);
create index if not exists adk_gate_decision_tool on adk_gate_decision (tool_outcome);
create table if not exists adk_gate_node (
  node varchar(64) collate "C" not null,
  seen_at bigint not null,
  primary key (node)
);
create table if not exists adk_memory_conversation (
  tenant varchar(800) collate "C" not null,
  scope_key varchar(64) collate "C" not null,
  subject varchar(800) collate "C" not null,
  conversation varchar(800) collate "C" not null,
  next_seq bigint not null,
  created_at bigint not null,
  last_activity_at bigint not null,
  primary key (tenant, scope_key)
) with (fillfactor = 50);
create index if not exists adk_memory_conversation_subject on adk_memory_conversation (tenant, subject);
create index if not exists adk_memory_conversation_conversation on adk_memory_conversation (tenant, conversation);
create table if not exists adk_memory_journal (
  tenant varchar(800) collate "C" not null,
  scope_key varchar(64) collate "C" not null,
  seq bigint not null,
  message_id varchar(800) collate "C" not null,
  role varchar(32) not null,
  parts text not null,
  metadata text not null,
  created_at bigint not null,
  captured_at bigint not null,
  primary key (tenant, scope_key, seq),
  foreign key (tenant, scope_key) references adk_memory_conversation (tenant, scope_key) on delete cascade
);
create unique index if not exists adk_memory_journal_message on adk_memory_journal (tenant, scope_key, message_id);
create table if not exists adk_memory_cursor (
  tenant varchar(800) collate "C" not null,
  scope_key varchar(64) collate "C" not null,
  store_name varchar(800) collate "C" not null,
  saved_seq bigint not null,
  requests integer not null,
  begun boolean not null,
  requested_at bigint,
  last_attempt_at bigint,
  failures integer not null,
  probe_count integer not null,
  last_error text,
  lease_token varchar(36),
  lease_until bigint,
  primary key (tenant, scope_key, store_name),
  foreign key (tenant, scope_key) references adk_memory_conversation (tenant, scope_key) on delete cascade
) with (fillfactor = 50);
create table if not exists adk_memory_trigger (
  tenant varchar(800) collate "C" not null,
  scope_key varchar(64) collate "C" not null,
  store_name varchar(800) collate "C" not null,
  trigger_key varchar(800) collate "C" not null,
  fired bigint not null,
  primary key (tenant, scope_key, store_name, trigger_key),
  foreign key (tenant, scope_key) references adk_memory_conversation (tenant, scope_key) on delete cascade
) with (fillfactor = 50);
create table if not exists adk_memory_turn (
  tenant varchar(800) collate "C" not null,
  scope_key varchar(64) collate "C" not null,
  turn_id varchar(800) collate "C" not null,
  opened_at bigint not null,
  closed_at bigint,
  primary key (tenant, scope_key, turn_id),
  foreign key (tenant, scope_key) references adk_memory_conversation (tenant, scope_key) on delete cascade
);
create index if not exists adk_memory_turn_opened on adk_memory_turn (opened_at);
create table if not exists adk_memory_lease (
  name varchar(200) not null,
  node varchar(200) not null,
  lease_until bigint not null,
  primary key (name)
);
create table if not exists adk_memory_record (
  tenant varchar(800) collate "C" not null,
  subject varchar(800) collate "C" not null,
  store_name varchar(800) collate "C" not null,
  ordinal bigint generated always as identity,
  id varchar(200) collate "C" not null,
  content text not null,
  content_hash varchar(64) collate "C" not null,
  write_hash varchar(64) collate "C",
  terms tsvector not null,
  metadata text not null,
  origin varchar(32) not null,
  turn_id varchar(800) collate "C",
  created_at bigint not null,
  updated_at bigint not null,
  version bigint not null,
  primary key (tenant, subject, store_name, ordinal)
);
create unique index if not exists adk_memory_record_content on adk_memory_record (tenant, subject, store_name, content_hash);
create unique index if not exists adk_memory_record_write on adk_memory_record (tenant, subject, store_name, write_hash);
create unique index if not exists adk_memory_record_id on adk_memory_record (tenant, subject, store_name, id);
create index if not exists adk_memory_record_terms on adk_memory_record using gin (terms);
create table if not exists adk_budget (
  tenant varchar(800) collate "C" not null,
  level varchar(32) collate "C" not null,
  owner varchar(800) collate "C" not null,
  period varchar(32) collate "C" not null,
  generations bigint not null,
  tokens bigint not null,
  cost numeric(38, 18) not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant, level, owner, period)
);
create table if not exists adk_summary (
  tenant varchar(800) collate "C" not null,
  conversation varchar(800) collate "C" not null,
  summary text not null,
  covered_through varchar(800) collate "C" not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant, conversation)
);
create table if not exists adk_memory_staged_fact (
  tenant varchar(800) collate "C" not null,
  scope_key varchar(64) collate "C" not null,
  store_name varchar(800) collate "C" not null,
  ordinal integer not null,
  last_seq bigint not null,
  fact_key varchar(64) collate "C",
  content text,
  metadata text,
  primary key (tenant, scope_key, store_name, ordinal),
  foreign key (tenant, scope_key, store_name) references adk_memory_cursor (tenant, scope_key, store_name) on delete cascade
);
alter table adk_tool_call add column if not exists provider_id text;
alter table adk_tool_call add column if not exists requested_args text;
alter table adk_gate add column if not exists tool_call_id text;
alter table adk_message add column if not exists subject varchar(800) collate "C";
alter table adk_thought add column if not exists subject varchar(800) collate "C";
alter table adk_tool_call add column if not exists subject varchar(800) collate "C";
alter table adk_retrievable add column if not exists subject varchar(800) collate "C";
alter table adk_blob add column if not exists subject varchar(800) collate "C";
alter table adk_blob add column if not exists checked_at bigint;
create index if not exists adk_message_subject on adk_message (tenant, subject) where subject is not null;
create index if not exists adk_thought_subject on adk_thought (tenant, subject) where subject is not null;
create index if not exists adk_tool_call_subject on adk_tool_call (tenant, subject) where subject is not null;
create index if not exists adk_retrievable_subject on adk_retrievable (tenant, subject) where subject is not null;
create index if not exists adk_blob_subject on adk_blob (tenant, subject) where subject is not null;
alter table adk_gate add column if not exists refusals integer default 0 not null;
alter table adk_gate add column if not exists foreign_refusals integer default 0 not null;
alter table adk_gate_decision add column if not exists actor_tenant varchar(800) collate "C";
update adk_gate_decision set answer = null, answer_kept = false, remark = null
  where refusal is not null and (answer is not null or remark is not null or answer_kept);
update adk_gate_decision set detail = substring(detail from 1 for 2000)
  where detail is not null and char_length(detail) > 2000;
update adk_gate g set
  refusals = (select count(*) from adk_gate_decision d where d.tenant = g.tenant and d.ref = g.ref
    and d.refusal <> 'foreign_tenant'),
  foreign_refusals = (select count(*) from adk_gate_decision d where d.tenant = g.tenant and d.ref = g.ref
    and d.refusal = 'foreign_tenant')
  where g.refusals = 0 and g.foreign_refusals = 0 and exists (select 1 from adk_gate_decision d
    where d.tenant = g.tenant and d.ref = g.ref and d.refusal is not null);
delete from adk_gate_decision d where d.refusal is not null and d.id not in (select k.id from (
  select n.id, row_number() over (partition by n.tenant, n.ref, case when n.refusal = 'foreign_tenant' then 1 else 0 end
    order by n.id desc) as place from adk_gate_decision n where n.refusal is not null) k where k.place <= 100);
create table if not exists adk_memory_set_aside (
  tenant varchar(800) collate "C" not null,
  scope_key varchar(64) collate "C" not null,
  store_name varchar(800) collate "C" not null,
  item varchar(800) collate "C" not null,
  seq bigint not null,
  fact boolean not null,
  error text not null,
  set_aside_at bigint not null,
  primary key (tenant, scope_key, store_name, item),
  foreign key (tenant, scope_key) references adk_memory_conversation (tenant, scope_key) on delete cascade
);
create index if not exists adk_memory_set_aside_at on adk_memory_set_aside (set_aside_at);
create table if not exists adk_rate (
  tenant varchar(800) collate "C" not null,
  subject varchar(800) collate "C" not null,
  limit_name varchar(64) collate "C" not null,
  ends_at bigint not null,
  taken integer not null,
  primary key (tenant, subject, limit_name)
);
create index if not exists adk_rate_ends_at on adk_rate (ends_at);
create table if not exists adk_waiting_turn (
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
create index if not exists adk_waiting_turn_state on adk_waiting_turn (state, updated_at);
create index if not exists adk_waiting_turn_conversation on adk_waiting_turn (tenant, conversation, state);
create table if not exists adk_waiting_call (
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
  foreign key (tenant, turn_id) references adk_waiting_turn on delete cascade
);
create index if not exists adk_waiting_call_gate on adk_waiting_call (gate_ref);
alter table adk_waiting_turn add column if not exists input text;
alter table adk_waiting_turn add column if not exists request_key varchar(800) collate "C";
alter table adk_waiting_turn add column if not exists fingerprint varchar(64) collate "C";
alter table adk_waiting_turn add column if not exists lane varchar(800) collate "C";
alter table adk_waiting_turn add column if not exists accepted bigint generated by default as identity;
create unique index if not exists adk_waiting_turn_lane on adk_waiting_turn (tenant, lane);
create unique index if not exists adk_waiting_turn_request on adk_waiting_turn (tenant, conversation, request_key);
alter table adk_waiting_call add column if not exists iteration integer;
alter table adk_waiting_call add column if not exists done_at bigint;
create table if not exists adk_task (
  task_name varchar(100) collate "C" not null,
  task_instance text collate "C" not null,
  task_data bytea,
  execution_time timestamp with time zone not null,
  picked boolean not null,
  picked_by varchar(50) collate "C",
  last_success timestamp with time zone,
  last_failure timestamp with time zone,
  consecutive_failures integer,
  last_heartbeat timestamp with time zone,
  version bigint not null,
  woken boolean not null default false,
  primary key (task_name, task_instance)
) with (fillfactor = 70);
create index if not exists adk_task_due on adk_task (execution_time);
create index if not exists adk_task_beat on adk_task (last_heartbeat) where last_heartbeat is not null;
create table if not exists adk_turn_event (
  tenant varchar(800) collate "C" not null,
  turn_id varchar(800) collate "C" not null,
  seq bigint not null,
  last_seq bigint not null,
  data text not null,
  primary key (tenant, turn_id, seq)
);
alter table adk_waiting_turn set (fillfactor = 70);
alter table adk_waiting_turn add column if not exists mail_sent bigint default 0 not null;
alter table adk_waiting_turn add column if not exists mail_read bigint default 0 not null;
alter table adk_waiting_turn add column if not exists stop_requested boolean default false not null;
create index if not exists adk_waiting_turn_stop on adk_waiting_turn (stop_requested) where stop_requested;
create table if not exists adk_turn_inbox (
  tenant varchar(800) collate "C" not null,
  turn_id varchar(800) collate "C" not null,
  n bigint not null,
  request_key varchar(800) collate "C",
  fingerprint varchar(64) not null,
  message text not null,
  created_at bigint not null,
  primary key (tenant, turn_id, n),
  foreign key (tenant, turn_id) references adk_waiting_turn on delete cascade
);
create index if not exists adk_turn_inbox_request on adk_turn_inbox (tenant, request_key) where request_key is not null;
create table if not exists adk_schedule (
  tenant varchar(800) collate "C" not null,
  conversation varchar(800) collate "C" not null,
  name varchar(800) collate "C" not null,
  subject varchar(800) collate "C",
  cron text,
  zone varchar(100) collate "C" not null,
  missed varchar(16) not null,
  paused boolean not null,
  next_at bigint not null,
  input text not null,
  memo text not null,
  fingerprint varchar(64) collate "C" not null,
  primary key (tenant, conversation, name)
);
create index if not exists adk_schedule_next on adk_schedule (next_at);
alter table adk_gate add column if not exists key_hash bytea generated always as
  (substring(sha256(decode(replace(gate_key, chr(92), repeat(chr(92), 2)), 'escape')) from 1 for 16)) stored;
drop index if exists adk_gate_key;
create unique index adk_gate_key on adk_gate
  (tenant, conversation, key_hash, (case when undecided then '' else ref end));
drop index if exists adk_gate_open_key;
drop index if exists adk_gate_turn;
create index adk_gate_turn on adk_gate using hash (turn_id);
drop index if exists adk_waiting_call_gate;
create index adk_waiting_call_gate on adk_waiting_call using hash (gate_ref);
drop index if exists adk_gate_undecided_tenant;
drop index if exists adk_gate_undecided;
create index adk_gate_undecided on adk_gate (tenant, ref) where undecided;
drop index if exists adk_gate_deadline;
create index adk_gate_deadline on adk_gate (deadline_at) where undecided and deadline_at is not null;
drop index if exists adk_waiting_turn_request;
create unique index adk_waiting_turn_request on adk_waiting_turn (tenant, conversation, request_key)
  where request_key is not null;
alter table adk_waiting_turn set (fillfactor = 85);
alter table adk_task reset (fillfactor);
alter table adk_waiting_turn add column if not exists priority smallint default 0 not null;
alter table adk_task add column if not exists priority smallint default 0 not null;
create index if not exists adk_task_next on adk_task (priority desc, execution_time);
create table bank (what varchar(100));
insert into adk_waiting_turn (tenant, turn_id, conversation, subject, state, phase, iteration, token, attempt, node, lease_until, results, memo, answer_id, answer, error, created_at, updated_at, input, request_key, fingerprint, lane, accepted, mail_sent, mail_read, stop_requested, priority) overriding system value values ('acme', '1f1ea5d6-68de-668a-ba71-3db42d6fb3fc', 'gate', 'ann', 'waiting', 'asked', 0, 1, 0, null, null, '{}', '{"agent":"teller"}', null, null, null, 1795782229895, 1795782230031, '[{"id":"1f1ea5d6-68de-6689-ba71-3db42d6fb3fc"}]', null, null, 'gate', 1, 0, 0, false, 0);
insert into adk_waiting_turn (tenant, turn_id, conversation, subject, state, phase, iteration, token, attempt, node, lease_until, results, memo, answer_id, answer, error, created_at, updated_at, input, request_key, fingerprint, lane, accepted, mail_sent, mail_read, stop_requested, priority) overriding system value values ('acme', '1f1ea5d6-6aa2-6124-ba71-3db42d6fb3fc', 'decided', 'ann', 'waiting', 'asked', 0, 1, 0, null, null, '{}', '{"agent":"teller"}', null, null, null, 1795782230049, 1795782230064, '[{"id":"1f1ea5d6-6aa2-6123-ba71-3db42d6fb3fc"}]', null, null, 'decided', 2, 0, 0, false, 0);
insert into adk_waiting_turn (tenant, turn_id, conversation, subject, state, phase, iteration, token, attempt, node, lease_until, results, memo, answer_id, answer, error, created_at, updated_at, input, request_key, fingerprint, lane, accepted, mail_sent, mail_read, stop_requested, priority) overriding system value values ('acme', '1f1ea5d6-6b6a-6458-ba71-3db42d6fb3fc', 'ticket', 'ann', 'waiting', 'asked', 0, 1, 0, null, null, '{"begun":["1f1ea5d6-6b82-6afc-ba71-3db42d6fb3fc"]}', '{"agent":"teller"}', null, null, null, 1795782230131, 1795782230153, '[{"id":"1f1ea5d6-6b67-6d47-ba71-3db42d6fb3fc"}]', null, null, 'ticket', 4, 0, 0, false, 0);
insert into adk_waiting_turn (tenant, turn_id, conversation, subject, state, phase, iteration, token, attempt, node, lease_until, results, memo, answer_id, answer, error, created_at, updated_at, input, request_key, fingerprint, lane, accepted, mail_sent, mail_read, stop_requested, priority) overriding system value values ('acme', '1f1ea5d6-6bd0-6d01-ba71-3db42d6fb3fc', 'sleep', 'ann', 'waiting', 'asked', 0, 1, 0, null, null, '{"begun":["1f1ea5d6-6bf5-66f5-ba71-3db42d6fb3fc"]}', '{"agent":"teller"}', null, null, null, 1795782230175, 1795782230201, '[{"id":"1f1ea5d6-6bcb-6ee0-ba71-3db42d6fb3fc"}]', null, null, 'sleep', 5, 0, 0, false, 0);
insert into adk_waiting_turn (tenant, turn_id, conversation, subject, state, phase, iteration, token, attempt, node, lease_until, results, memo, answer_id, answer, error, created_at, updated_at, input, request_key, fingerprint, lane, accepted, mail_sent, mail_read, stop_requested, priority) overriding system value values ('acme', '1f1ea5d6-6d99-65e1-ba71-3db42d6fb3fc', 'ready', 'ann', 'ready', 'accepted', 0, 0, 0, null, null, '{}', '{"agent":"teller"}', null, null, null, 1795782230361, 1795782230361, '[{"id":"1f1ea5d6-6d99-65e0-ba71-3db42d6fb3fc","role":"user","content":"pay ready","attachments":[],"identity":{"identifier":"user","representation":"user"},"createdAt":"2026-11-27T12:23:50.358Z","updatedAt":"2026-11-27T12:23:50.358Z"}]', null, null, 'ready', 11, 0, 0, false, 0);
insert into adk_waiting_turn (tenant, turn_id, conversation, subject, state, phase, iteration, token, attempt, node, lease_until, results, memo, answer_id, answer, error, created_at, updated_at, input, request_key, fingerprint, lane, accepted, mail_sent, mail_read, stop_requested, priority) overriding system value values ('acme', '1f1ea5d6-6c7e-627e-ba71-3db42d6fb3fc', 'outer/~1f1ea5d6-6c7e-627e-ba71-3db42d6fb3fc', 'ann', 'waiting', 'asked', 0, 0, 0, null, null, '{}', '{"agent":"expert","outer":{"turn":"1f1ea5d6-6c52-635a-ba71-3db42d6fb3fc","conversation":"outer","root":"1f1ea5d6-6c52-635a-ba71-3db42d6fb3fc","depth":1}}', null, null, null, 1795782230254, 1795782230254, null, null, null, null, 7, 0, 0, false, 0);
insert into adk_waiting_turn (tenant, turn_id, conversation, subject, state, phase, iteration, token, attempt, node, lease_until, results, memo, answer_id, answer, error, created_at, updated_at, input, request_key, fingerprint, lane, accepted, mail_sent, mail_read, stop_requested, priority) overriding system value values ('acme', '1f1ea5d6-6c52-635a-ba71-3db42d6fb3fc', 'outer', 'ann', 'waiting', 'asked', 0, 1, 0, null, null, '{"begun":["1f1ea5d6-6c7e-627e-ba71-3db42d6fb3fc"]}', '{"agent":"teller"}', null, null, null, 1795782230228, 1795782230274, '[{"id":"1f1ea5d6-6c4f-6c49-ba71-3db42d6fb3fc"}]', null, null, 'outer', 6, 0, 0, false, 0);
insert into adk_waiting_turn (tenant, turn_id, conversation, subject, state, phase, iteration, token, attempt, node, lease_until, results, memo, answer_id, answer, error, created_at, updated_at, input, request_key, fingerprint, lane, accepted, mail_sent, mail_read, stop_requested, priority) overriding system value values ('acme', '1f1ea5d6-6d13-615b-ba71-3db42d6fb3fc', 'waits', 'ann', 'waiting', 'asked', 0, 0, 0, null, null, '{}', '{"agent":"teller"}', null, null, null, 1795782230312, 1795782230312, null, null, null, null, 8, 0, 0, false, 0);
insert into adk_waiting_turn (tenant, turn_id, conversation, subject, state, phase, iteration, token, attempt, node, lease_until, results, memo, answer_id, answer, error, created_at, updated_at, input, request_key, fingerprint, lane, accepted, mail_sent, mail_read, stop_requested, priority) overriding system value values ('acme', '1f1ea5d6-6da3-6223-ba71-3db42d6fb3fc', 'queued', 'ann', 'ready', 'accepted', 0, 0, 0, null, null, '{}', '{"agent":"teller"}', null, null, null, 1795782230364, 1795782230364, '[{"id":"1f1ea5d6-6da3-6222-ba71-3db42d6fb3fc","role":"user","content":"pay first","attachments":[],"identity":{"identifier":"user","representation":"user"},"createdAt":"2026-11-27T12:23:50.362Z","updatedAt":"2026-11-27T12:23:50.362Z"}]', null, null, 'queued', 12, 0, 0, false, 0);
insert into adk_waiting_turn (tenant, turn_id, conversation, subject, state, phase, iteration, token, attempt, node, lease_until, results, memo, answer_id, answer, error, created_at, updated_at, input, request_key, fingerprint, lane, accepted, mail_sent, mail_read, stop_requested, priority) overriding system value values ('acme', '1f1ea5d6-6daa-6755-ba71-3db42d6fb3fc', 'queued', 'ann', 'queued', 'accepted', 0, 0, 0, null, null, '{}', '{"agent":"teller"}', null, null, null, 1795782230374, 1795782230374, '[{"id":"1f1ea5d6-6daa-6754-ba71-3db42d6fb3fc","role":"user","content":"pay second","attachments":[],"identity":{"identifier":"user","representation":"user"},"createdAt":"2026-11-27T12:23:50.365Z","updatedAt":"2026-11-27T12:23:50.365Z"}]', null, null, null, 13, 0, 0, false, 0);
insert into adk_waiting_turn (tenant, turn_id, conversation, subject, state, phase, iteration, token, attempt, node, lease_until, results, memo, answer_id, answer, error, created_at, updated_at, input, request_key, fingerprint, lane, accepted, mail_sent, mail_read, stop_requested, priority) overriding system value values ('acme', '1f1ea5d6-6b0b-60de-ba71-3db42d6fb3fc', 'steered', 'ann', 'waiting', 'asked', 0, 1, 0, null, null, '{}', '{"agent":"teller"}', null, null, null, 1795782230092, 1795782230112, '[{"id":"1f1ea5d6-6b08-69cd-ba71-3db42d6fb3fc"}]', null, null, 'steered', 3, 2, 0, false, 0);
insert into adk_waiting_turn (tenant, turn_id, conversation, subject, state, phase, iteration, token, attempt, node, lease_until, results, memo, answer_id, answer, error, created_at, updated_at, input, request_key, fingerprint, lane, accepted, mail_sent, mail_read, stop_requested, priority) overriding system value values ('acme', '1f1ea5d6-6d35-6444-ba71-3db42d6fb3fc', 'running', 'ann', 'running', 'called', 1, 1, 1, '1f1ea5d6-6890-6488-ba71-3db42d6fb3fc', 1, '{}', '{"agent":"teller"}', null, null, null, 1795782230319, 1795782230324, '[{"id":"1f1ea5d6-6d32-6d33-ba71-3db42d6fb3fc","role":"user","content":"pay running","attachments":[],"identity":{"identifier":"user","representation":"user"},"createdAt":"2026-11-27T12:23:50.316Z","updatedAt":"2026-11-27T12:23:50.316Z"}]', null, null, 'running', 9, 0, 0, false, 0);
insert into adk_waiting_turn (tenant, turn_id, conversation, subject, state, phase, iteration, token, attempt, node, lease_until, results, memo, answer_id, answer, error, created_at, updated_at, input, request_key, fingerprint, lane, accepted, mail_sent, mail_read, stop_requested, priority) overriding system value values ('acme', '1f1ea5d6-6d3f-6086-ba71-3db42d6fb3fc', 'journal', 'ann', 'running', 'asked', 0, 1, 1, '1f1ea5d6-6890-6488-ba71-3db42d6fb3fc', 1, '{}', '{"agent":"teller"}', null, null, null, 1795782230337, 1795782230340, '[{"id":"1f1ea5d6-6d3c-6975-ba71-3db42d6fb3fc","role":"user","content":"twice journal","attachments":[],"identity":{"identifier":"user","representation":"user"},"createdAt":"2026-11-27T12:23:50.320Z","updatedAt":"2026-11-27T12:23:50.320Z"}]', null, null, 'journal', 10, 0, 0, false, 0);
alter table adk_waiting_turn alter column accepted restart with 14;
insert into adk_conversation (tenant, conversation, subject, last_seq, created_at, last_activity_at) values ('acme', 'gate', 'ann', 2, 1795782230010, 1795782230026);
insert into adk_conversation (tenant, conversation, subject, last_seq, created_at, last_activity_at) values ('acme', 'decided', 'ann', 2, 1795782230055, 1795782230060);
insert into adk_conversation (tenant, conversation, subject, last_seq, created_at, last_activity_at) values ('acme', 'steered', 'ann', 2, 1795782230101, 1795782230111);
insert into adk_conversation (tenant, conversation, subject, last_seq, created_at, last_activity_at) values ('acme', 'ticket', 'ann', 2, 1795782230137, 1795782230140);
insert into adk_conversation (tenant, conversation, subject, last_seq, created_at, last_activity_at) values ('acme', 'sleep', 'ann', 2, 1795782230183, 1795782230189);
insert into adk_conversation (tenant, conversation, subject, last_seq, created_at, last_activity_at) values ('acme', 'outer', 'ann', 2, 1795782230233, 1795782230243);
insert into adk_conversation (tenant, conversation, subject, last_seq, created_at, last_activity_at) values ('acme', 'outer/~1f1ea5d6-6c7e-627e-ba71-3db42d6fb3fc', 'ann', 2, 1795782230248, 1795782230252);
insert into adk_conversation (tenant, conversation, subject, last_seq, created_at, last_activity_at) values ('acme', 'waits', 'ann', 2, 1795782230305, 1795782230311);
insert into adk_conversation (tenant, conversation, subject, last_seq, created_at, last_activity_at) values ('acme', 'journal', 'ann', 2, 1795782230346, 1795782230350);
insert into adk_conversation (tenant, conversation, subject, last_seq, created_at, last_activity_at) values ('acme', 'running', 'ann', 3, 1795782230335, 1795782230349);
insert into adk_gate (tenant, ref, conversation, subject, turn_id, gate_id, gate_key, open_key, reason, payload, has_schema, tool, tool_checksum, node, openings, state, undecided, opened_at, asked_at, deadline_at, settled_at, decision_id, delivered_at, previous, tool_call_id, refusals, foreign_refusals) values ('acme', '1f1ea5d6-6a6c-65c0-ba71-3db42d6fb3fc', 'gate', 'ann', '1f1ea5d6-68de-668a-ba71-3db42d6fb3fc', 'tool-approval-1f1ea5d6-6a65-608f-ba71-3db42d6fb3fc', 'tool:pay_much:85e1e53ba557427f96019bfb52b96f8e98e42a2e229ff0a318fe64d286115e68', null, 'tool_approval', '{"tool":"pay_much","description":"Pays.","args":{"what":"gate"},"checksum":"2714e6cb577437c9020164c6b52cbb1cd708e36e6ecf1124437b7cd9f569e03e","toolCallId":"1f1ea5d6-6a62-697e-ba71-3db42d6fb3fc"}', true, 'pay_much', null, 'waiting-turn', 1, 'open', true, 1795782230034, 1795782230034, null, null, null, null, null, null, 0, 0);
insert into adk_gate (tenant, ref, conversation, subject, turn_id, gate_id, gate_key, open_key, reason, payload, has_schema, tool, tool_checksum, node, openings, state, undecided, opened_at, asked_at, deadline_at, settled_at, decision_id, delivered_at, previous, tool_call_id, refusals, foreign_refusals) values ('acme', '1f1ea5d6-6b37-6004-ba71-3db42d6fb3fc', 'steered', 'ann', '1f1ea5d6-6b0b-60de-ba71-3db42d6fb3fc', 'tool-approval-1f1ea5d6-6b2f-6ad3-ba71-3db42d6fb3fc', 'tool:pay_much:6dad28ca63b239b76ab71bd341fadc6517f465a1ec4d265acb636a7020bd7af9', null, 'tool_approval', '{"tool":"pay_much","description":"Pays.","args":{"what":"steered"},"checksum":"2581b3fe42d2094c25acbdbe7444f032a705d50299aae050cefe64331195f305","toolCallId":"1f1ea5d6-6b2d-63c2-ba71-3db42d6fb3fc"}', true, 'pay_much', null, 'waiting-turn', 1, 'open', true, 1795782230116, 1795782230116, null, null, null, null, null, null, 0, 0);
insert into adk_gate (tenant, ref, conversation, subject, turn_id, gate_id, gate_key, open_key, reason, payload, has_schema, tool, tool_checksum, node, openings, state, undecided, opened_at, asked_at, deadline_at, settled_at, decision_id, delivered_at, previous, tool_call_id, refusals, foreign_refusals) values ('acme', '1f1ea5d6-6b96-637d-ba71-3db42d6fb3fc', 'ticket', 'ann', '1f1ea5d6-6b6a-6458-ba71-3db42d6fb3fc', 'ticket:payment', 'ticket:1f1ea5d6-6b82-6afc-ba71-3db42d6fb3fc:payment', null, 'ticket', '{"name":"payment"}', false, null, null, 'waiting-turn', 1, 'open', true, 1795782230149, 1795782230149, 4949382230146, null, null, null, null, '1f1ea5d6-6b82-6afc-ba71-3db42d6fb3fc', 0, 0);
insert into adk_gate (tenant, ref, conversation, subject, turn_id, gate_id, gate_key, open_key, reason, payload, has_schema, tool, tool_checksum, node, openings, state, undecided, opened_at, asked_at, deadline_at, settled_at, decision_id, delivered_at, previous, tool_call_id, refusals, foreign_refusals) values ('acme', '1f1ea5d6-6c08-6f76-ba71-3db42d6fb3fc', 'sleep', 'ann', '1f1ea5d6-6bd0-6d01-ba71-3db42d6fb3fc', 'sleep:1f1ea5d6-6bf5-66f5-ba71-3db42d6fb3fc', 'sleep:1f1ea5d6-6bf5-66f5-ba71-3db42d6fb3fc:1f1ea5d6-6bf5-66f5-ba71-3db42d6fb3fc', null, 'sleep', '{"name":"1f1ea5d6-6bf5-66f5-ba71-3db42d6fb3fc"}', false, null, null, 'waiting-turn', 1, 'open', true, 1795782230196, 1795782230196, 1795782233194, null, null, null, null, '1f1ea5d6-6bf5-66f5-ba71-3db42d6fb3fc', 0, 0);
insert into adk_gate (tenant, ref, conversation, subject, turn_id, gate_id, gate_key, open_key, reason, payload, has_schema, tool, tool_checksum, node, openings, state, undecided, opened_at, asked_at, deadline_at, settled_at, decision_id, delivered_at, previous, tool_call_id, refusals, foreign_refusals) values ('acme', '1f1ea5d6-6c96-6925-ba71-3db42d6fb3fc', 'outer/~1f1ea5d6-6c7e-627e-ba71-3db42d6fb3fc', 'ann', '1f1ea5d6-6c7e-627e-ba71-3db42d6fb3fc', 'tool-approval-1f1ea5d6-6c94-6214-ba71-3db42d6fb3fc', 'tool:pay_much:030514de4a479141b773aacb4c0071ca538c0141325eb7e539a3f14dc3e49555', null, 'tool_approval', '{"tool":"pay_much","description":"Pays.","args":{"what":"inner"},"checksum":"398bf649f2beb37c91e36aadc1ab495c0a72c368ad05988b7e13e3d4813a9b32","toolCallId":"1f1ea5d6-6c91-6b03-ba71-3db42d6fb3fc"}', true, 'pay_much', null, 'waiting-turn', 1, 'open', true, 1795782230258, 1795782230258, null, null, null, null, null, null, 0, 0);
insert into adk_gate (tenant, ref, conversation, subject, turn_id, gate_id, gate_key, open_key, reason, payload, has_schema, tool, tool_checksum, node, openings, state, undecided, opened_at, asked_at, deadline_at, settled_at, decision_id, delivered_at, previous, tool_call_id, refusals, foreign_refusals) values ('acme', '1f1ea5d6-6d24-62d1-ba71-3db42d6fb3fc', 'waits', 'ann', '1f1ea5d6-6d13-615b-ba71-3db42d6fb3fc', 'tool-approval-1f1ea5d6-6d1f-64b0-ba71-3db42d6fb3fc', 'tool:pay_much:51ef37c8f70dc6be0d4fe7de7259f38d0e1feff4a02aaf63c9a1110509690e36', null, 'tool_approval', '{"tool":"pay_much","description":"Pays.","args":{"what":"waits"},"checksum":"176163884393fef953555aadc02596cf62e91793f09fa00bc2030d87b6289edc","toolCallId":"1f1ea5d6-6d1c-6d9f-ba71-3db42d6fb3fc"}', true, 'pay_much', null, 'waiting-turn', 1, 'open', true, 1795782230313, 1795782230313, null, null, null, null, null, null, 0, 0);
insert into adk_gate (tenant, ref, conversation, subject, turn_id, gate_id, gate_key, open_key, reason, payload, has_schema, tool, tool_checksum, node, openings, state, undecided, opened_at, asked_at, deadline_at, settled_at, decision_id, delivered_at, previous, tool_call_id, refusals, foreign_refusals) values ('acme', '1f1ea5d6-6abf-65ea-ba71-3db42d6fb3fc', 'decided', 'ann', '1f1ea5d6-6aa2-6124-ba71-3db42d6fb3fc', 'tool-approval-1f1ea5d6-6abf-65e9-ba71-3db42d6fb3fc', 'tool:pay_much:0063ee6a9b5f40a58d82eccc0aa5baa4c481c012d278e657b4ddf86ea5edfa47', null, 'tool_approval', '{"tool":"pay_much","description":"Pays.","args":{"what":"decided"},"checksum":"418a63d4c7a6464602c36a4155f18d111eb3277c8300bead545baaba122794ee","toolCallId":"1f1ea5d6-6abc-6ed8-ba71-3db42d6fb3fc"}', true, 'pay_much', null, 'waiting-turn', 1, 'resolved', false, 1795782230069, 1795782230069, null, 1795782230395, '1f1ea5d6-6df1-642a-ba71-3db42d6fb3fc', null, null, null, 0, 0);
insert into adk_gate_decision (tenant, id, ref, kind, refusal, detail, actor, authorities, channel, decided_at, answer, answer_kept, edited, remark, tool, tool_checksum, tool_node, tool_started_at, tool_ended_at, tool_outcome, actor_tenant) values ('acme', '1f1ea5d6-6df1-642a-ba71-3db42d6fb3fc', '1f1ea5d6-6abf-65ea-ba71-3db42d6fb3fc', 'resolve', null, null, 'boss', '["APPROVER"]', 'bean', 1795782230395, 'true', true, false, null, null, null, null, null, null, null, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'gate', 1, '1f1ea5d6-68de-6689-ba71-3db42d6fb3fc', 'user', 'pay_much gate', null, '{"identifier":"user","representation":"user"}', 1795782229862, 1795782229862, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'gate', 2, '1f1ea5d6-6a62-697d-ba71-3db42d6fb3fc', 'assistant', 'I will.', null, '{"identifier":"assistant","representation":"assistant"}', 1795782230021, 1795782230021, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'decided', 1, '1f1ea5d6-6aa2-6123-ba71-3db42d6fb3fc', 'user', 'pay_much decided', null, '{"identifier":"user","representation":"user"}', 1795782230047, 1795782230047, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'decided', 2, '1f1ea5d6-6abc-6ed7-ba71-3db42d6fb3fc', 'assistant', 'I will.', null, '{"identifier":"assistant","representation":"assistant"}', 1795782230058, 1795782230058, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'steered', 1, '1f1ea5d6-6b08-69cd-ba71-3db42d6fb3fc', 'user', 'pay_much steered', null, '{"identifier":"user","representation":"user"}', 1795782230089, 1795782230089, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'steered', 2, '1f1ea5d6-6b2a-6cb1-ba71-3db42d6fb3fc', 'assistant', 'I will.', null, '{"identifier":"assistant","representation":"assistant"}', 1795782230104, 1795782230104, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'ticket', 1, '1f1ea5d6-6b67-6d47-ba71-3db42d6fb3fc', 'user', 'charge ticket', null, '{"identifier":"user","representation":"user"}', 1795782230128, 1795782230128, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'ticket', 2, '1f1ea5d6-6b82-6afb-ba71-3db42d6fb3fc', 'assistant', 'I will.', null, '{"identifier":"assistant","representation":"assistant"}', 1795782230139, 1795782230139, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'sleep', 1, '1f1ea5d6-6bcb-6ee0-ba71-3db42d6fb3fc', 'user', 'pause sleep', null, '{"identifier":"user","representation":"user"}', 1795782230169, 1795782230169, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'sleep', 2, '1f1ea5d6-6bf5-66f4-ba71-3db42d6fb3fc', 'assistant', 'I will.', null, '{"identifier":"assistant","representation":"assistant"}', 1795782230186, 1795782230186, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'outer', 1, '1f1ea5d6-6c4f-6c49-ba71-3db42d6fb3fc', 'user', 'expert pay_much inner', null, '{"identifier":"user","representation":"user"}', 1795782230223, 1795782230223, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'outer', 2, '1f1ea5d6-6c7e-627d-ba71-3db42d6fb3fc', 'assistant', 'I will.', null, '{"identifier":"assistant","representation":"assistant"}', 1795782230242, 1795782230242, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'outer/~1f1ea5d6-6c7e-627e-ba71-3db42d6fb3fc', 1, '1f1ea5d6-6c85-67af-ba71-3db42d6fb3fc', 'user', 'pay_much inner', null, '{"identifier":"user","representation":"user"}', 1795782230245, 1795782230245, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'outer/~1f1ea5d6-6c7e-627e-ba71-3db42d6fb3fc', 2, '1f1ea5d6-6c91-6b02-ba71-3db42d6fb3fc', 'assistant', 'I will.', null, '{"identifier":"assistant","representation":"assistant"}', 1795782230250, 1795782230250, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'waits', 1, '1f1ea5d6-6d0e-633a-ba71-3db42d6fb3fc', 'user', 'pay_much waits', null, '{"identifier":"user","representation":"user"}', 1795782230301, 1795782230301, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'waits', 2, '1f1ea5d6-6d1a-668e-ba71-3db42d6fb3fc', 'assistant', 'I will.', null, '{"identifier":"assistant","representation":"assistant"}', 1795782230306, 1795782230306, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'running', 1, '1f1ea5d6-6d32-6d33-ba71-3db42d6fb3fc', 'user', 'pay running', null, '{"identifier":"user","representation":"user"}', 1795782230316, 1795782230316, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'running', 2, '1f1ea5d6-6d66-6189-ba71-3db42d6fb3fc', 'assistant', 'I will.', null, '{"identifier":"assistant","representation":"assistant"}', 1795782230337, 1795782230337, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'journal', 1, '1f1ea5d6-6d3c-6975-ba71-3db42d6fb3fc', 'user', 'twice journal', null, '{"identifier":"user","representation":"user"}', 1795782230320, 1795782230320, null);
insert into adk_message (tenant, conversation, seq, id, role, content, attachments, identity, created_at, updated_at, subject) values ('acme', 'journal', 2, '1f1ea5d6-6d80-6f3d-ba71-3db42d6fb3fc', 'assistant', 'I will.', null, '{"identifier":"assistant","representation":"assistant"}', 1795782230348, 1795782230348, null);
insert into adk_tool_call (tenant, conversation, seq, id, tool, args, checksum, is_complete, is_error, results, payload, replay_compatibility, from_artifact_tool, inline, created_at, updated_at, completed_at, provider_id, requested_args, subject) values ('acme', 'running', 3, '1f1ea5d6-6d68-689a-ba71-3db42d6fb3fc', 'pay', '{"what":"running"}', '319d5ff2306f65fe5182985af653e6e5e77392a600a19c55f58a683ae8ac3005', true, false, '{"silo":"artifact","single":true,"items":[{"type":"spooled","reader":{"tag":"spool:in-memory","locator":{"content":"paid running"}}}]}', null, null, false, false, 1795782230344, 1795782230347, 1795782230347, 'p1', null, null);
insert into adk_turn_inbox (tenant, turn_id, n, request_key, fingerprint, message, created_at) values ('acme', '1f1ea5d6-6b0b-60de-ba71-3db42d6fb3fc', 1, null, 'dae25210b0dbfbae3f2d60827b7ef260e7945eeb8979ef02c2382a205870bdaa', '{"id":"1f1ea5d6-6dc2-6df6-ba71-3db42d6fb3fc","role":"user","content":"hurry","attachments":[],"identity":{"identifier":"user","representation":"user"},"createdAt":"2026-11-27T12:23:50.375Z","updatedAt":"2026-11-27T12:23:50.375Z"}', 1795782230378);
insert into adk_turn_inbox (tenant, turn_id, n, request_key, fingerprint, message, created_at) values ('acme', '1f1ea5d6-6b0b-60de-ba71-3db42d6fb3fc', 2, null, 'fa8b792eaa20a65b087ce61b71ff5df3651fc35578ec85ce4383817423bdf74c', '{"id":"1f1ea5d6-6dcc-6a38-ba71-3db42d6fb3fc","role":"user","content":"be careful","attachments":[],"identity":{"identifier":"user","representation":"user"},"createdAt":"2026-11-27T12:23:50.379Z","updatedAt":"2026-11-27T12:23:50.379Z"}', 1795782230381);
insert into adk_waiting_call (tenant, turn_id, ordinal, id, provider_id, tool, args, payload, replay_compatibility, problem, gate_ref, started_at, iteration, done_at) values ('acme', '1f1ea5d6-68de-668a-ba71-3db42d6fb3fc', 0, '1f1ea5d6-6a62-697e-ba71-3db42d6fb3fc', 'p1', 'pay_much', '{"what":"gate"}', null, null, null, '1f1ea5d6-6a6c-65c0-ba71-3db42d6fb3fc', null, 0, null);
insert into adk_waiting_call (tenant, turn_id, ordinal, id, provider_id, tool, args, payload, replay_compatibility, problem, gate_ref, started_at, iteration, done_at) values ('acme', '1f1ea5d6-6aa2-6124-ba71-3db42d6fb3fc', 0, '1f1ea5d6-6abc-6ed8-ba71-3db42d6fb3fc', 'p1', 'pay_much', '{"what":"decided"}', null, null, null, '1f1ea5d6-6abf-65ea-ba71-3db42d6fb3fc', null, 0, null);
insert into adk_waiting_call (tenant, turn_id, ordinal, id, provider_id, tool, args, payload, replay_compatibility, problem, gate_ref, started_at, iteration, done_at) values ('acme', '1f1ea5d6-6b0b-60de-ba71-3db42d6fb3fc', 0, '1f1ea5d6-6b2d-63c2-ba71-3db42d6fb3fc', 'p1', 'pay_much', '{"what":"steered"}', null, null, null, '1f1ea5d6-6b37-6004-ba71-3db42d6fb3fc', null, 0, null);
insert into adk_waiting_call (tenant, turn_id, ordinal, id, provider_id, tool, args, payload, replay_compatibility, problem, gate_ref, started_at, iteration, done_at) values ('acme', '1f1ea5d6-6b6a-6458-ba71-3db42d6fb3fc', 0, '1f1ea5d6-6b82-6afc-ba71-3db42d6fb3fc', 'p1', 'charge', '{"what":"ticket"}', null, null, null, '1f1ea5d6-6b96-637d-ba71-3db42d6fb3fc', null, 0, null);
insert into adk_waiting_call (tenant, turn_id, ordinal, id, provider_id, tool, args, payload, replay_compatibility, problem, gate_ref, started_at, iteration, done_at) values ('acme', '1f1ea5d6-6bd0-6d01-ba71-3db42d6fb3fc', 0, '1f1ea5d6-6bf5-66f5-ba71-3db42d6fb3fc', 'p1', 'pause', '{"what":"sleep"}', null, null, null, '1f1ea5d6-6c08-6f76-ba71-3db42d6fb3fc', null, 0, null);
insert into adk_waiting_call (tenant, turn_id, ordinal, id, provider_id, tool, args, payload, replay_compatibility, problem, gate_ref, started_at, iteration, done_at) values ('acme', '1f1ea5d6-6c7e-627e-ba71-3db42d6fb3fc', 0, '1f1ea5d6-6c91-6b03-ba71-3db42d6fb3fc', 'p1', 'pay_much', '{"what":"inner"}', null, null, null, '1f1ea5d6-6c96-6925-ba71-3db42d6fb3fc', null, 0, null);
insert into adk_waiting_call (tenant, turn_id, ordinal, id, provider_id, tool, args, payload, replay_compatibility, problem, gate_ref, started_at, iteration, done_at) values ('acme', '1f1ea5d6-6c52-635a-ba71-3db42d6fb3fc', 0, '1f1ea5d6-6c7e-627e-ba71-3db42d6fb3fc', 'p1', 'expert', '{"message":"pay_much inner"}', null, null, null, '1f1ea5d6-6c96-6925-ba71-3db42d6fb3fc', null, 0, null);
insert into adk_waiting_call (tenant, turn_id, ordinal, id, provider_id, tool, args, payload, replay_compatibility, problem, gate_ref, started_at, iteration, done_at) values ('acme', '1f1ea5d6-6d13-615b-ba71-3db42d6fb3fc', 0, '1f1ea5d6-6d1c-6d9f-ba71-3db42d6fb3fc', 'p1', 'pay_much', '{"what":"waits"}', null, null, null, '1f1ea5d6-6d24-62d1-ba71-3db42d6fb3fc', null, 0, null);
insert into adk_waiting_call (tenant, turn_id, ordinal, id, provider_id, tool, args, payload, replay_compatibility, problem, gate_ref, started_at, iteration, done_at) values ('acme', '1f1ea5d6-6d35-6444-ba71-3db42d6fb3fc', 0, '1f1ea5d6-6d68-689a-ba71-3db42d6fb3fc', 'p1', 'pay', '{"what":"running"}', null, null, null, null, 1795782230343, 0, null);
insert into adk_waiting_call (tenant, turn_id, ordinal, id, provider_id, tool, args, payload, replay_compatibility, problem, gate_ref, started_at, iteration, done_at) values ('acme', '1f1ea5d6-6d3f-6086-ba71-3db42d6fb3fc', 1, '1f1ea5d6-6d80-6f3f-ba71-3db42d6fb3fc', 'p2', 'pay', '{"what":"journal 2"}', null, null, null, null, null, 0, null);
insert into adk_waiting_call (tenant, turn_id, ordinal, id, provider_id, tool, args, payload, replay_compatibility, problem, gate_ref, started_at, iteration, done_at) values ('acme', '1f1ea5d6-6d3f-6086-ba71-3db42d6fb3fc', 0, '1f1ea5d6-6d80-6f3e-ba71-3db42d6fb3fc', 'p1', 'pay', '{"what":"journal 1"}', null, null, null, null, 1795782230353, 0, null);
insert into bank (what) values ('ticket');
insert into bank (what) values ('sleep');
insert into bank (what) values ('running');
insert into bank (what) values ('journal 1');
