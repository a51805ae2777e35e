-- Memory stores of ADK for Java, version 3, H2 2.4.
--
-- As in version 1: texts hold U+0000, unpaired surrogates and U+0010 as U+0010 and four hexadecimal digits, instants are
-- milliseconds since 1970-01-01T00:00:00Z, JSON is text. Leases go by the clock of the database, whatever the nodes' clocks say.

create table if not exists ${prefix}memory_conversation (
  tenant varchar(800) not null,
  scope_key varchar(64) not null,
  subject varchar(800) not null,
  conversation varchar(800) not null,
  next_seq bigint not null,
  created_at bigint not null,
  last_activity_at bigint not null,
  primary key (tenant, scope_key)
);
create index if not exists ${prefix}memory_conversation_subject on ${prefix}memory_conversation (tenant, subject);
create index if not exists ${prefix}memory_conversation_conversation on ${prefix}memory_conversation (tenant, conversation);

comment on table ${prefix}memory_conversation is 'One row per subject and conversation that messages were captured of: the counter that numbers them';
comment on column ${prefix}memory_conversation.scope_key is 'SHA-256 of tenant, subject and conversation: keeps the keys of what belongs to it short';
comment on column ${prefix}memory_conversation.next_seq is 'The number of the next captured message; taken with this row locked until the commit';
comment on column ${prefix}memory_conversation.last_activity_at is 'When a turn began or ended, or a message was captured';

create table if not exists ${prefix}memory_journal (
  tenant varchar(800) not null,
  scope_key varchar(64) not null,
  seq bigint not null,
  message_id varchar(800) not null,
  role varchar(32) not null,
  parts character large object not null,
  metadata character large object not null,
  created_at bigint not null,
  captured_at bigint not null,
  primary key (tenant, scope_key, seq),
  foreign key (tenant, scope_key) references ${prefix}memory_conversation (tenant, scope_key) on delete cascade
);
create unique index if not exists ${prefix}memory_journal_message on ${prefix}memory_journal (tenant, scope_key, message_id);

comment on table ${prefix}memory_journal is 'Captured messages that some extracting store has not saved yet';
comment on column ${prefix}memory_journal.seq is 'Rising per conversation, also across restarts; may have gaps';
comment on column ${prefix}memory_journal.parts is 'JSON array of the message''s parts';
comment on column ${prefix}memory_journal.metadata is 'JSON object';
comment on column ${prefix}memory_journal.created_at is 'When the message was made';
comment on column ${prefix}memory_journal.captured_at is 'When it was captured, by the clock of the database';

create table if not exists ${prefix}memory_cursor (
  tenant varchar(800) not null,
  scope_key varchar(64) not null,
  store_name varchar(800) not null,
  saved_seq bigint not null,
  requests integer not null,
  begun boolean not null,
  requested_at bigint,
  last_attempt_at bigint,
  failures integer not null,
  probe_count integer not null,
  last_error character large object,
  lease_token varchar(36),
  lease_until bigint,
  primary key (tenant, scope_key, store_name),
  foreign key (tenant, scope_key) references ${prefix}memory_conversation (tenant, scope_key) on delete cascade
);

comment on table ${prefix}memory_cursor is 'How far each extracting store has got in a conversation, and who works on it';
comment on column ${prefix}memory_cursor.saved_seq is 'The highest number that the store has saved; -1 before the first';
comment on column ${prefix}memory_cursor.requests is 'How many requests for a save wait';
comment on column ${prefix}memory_cursor.begun is 'Whether the holder of the lease has taken a request; it waits again when the holder dies';
comment on column ${prefix}memory_cursor.requested_at is 'When a save was last asked for';
comment on column ${prefix}memory_cursor.last_attempt_at is 'When a save last began';
comment on column ${prefix}memory_cursor.failures is 'Failed saves in a row';
comment on column ${prefix}memory_cursor.probe_count is 'Requests since saves are only tried now and then';
comment on column ${prefix}memory_cursor.last_error is 'What the last failed save ended with, never content; null after a success';
comment on column ${prefix}memory_cursor.lease_token is 'Of the worker that saves now; null for none';
comment on column ${prefix}memory_cursor.lease_until is 'Until when the worker is believed to live, by the clock of the database';

create table if not exists ${prefix}memory_trigger (
  tenant varchar(800) not null,
  scope_key varchar(64) not null,
  store_name varchar(800) not null,
  trigger_key varchar(800) not null,
  fired bigint not null,
  primary key (tenant, scope_key, store_name, trigger_key),
  foreign key (tenant, scope_key) references ${prefix}memory_conversation (tenant, scope_key) on delete cascade
);

comment on table ${prefix}memory_trigger is 'What triggers count, such as the turns since the last extraction';
comment on column ${prefix}memory_trigger.fired is 'The count';

create table if not exists ${prefix}memory_turn (
  tenant varchar(800) not null,
  scope_key varchar(64) not null,
  turn_id varchar(800) not null,
  opened_at bigint not null,
  closed_at bigint,
  primary key (tenant, scope_key, turn_id),
  foreign key (tenant, scope_key) references ${prefix}memory_conversation (tenant, scope_key) on delete cascade
);
create index if not exists ${prefix}memory_turn_opened on ${prefix}memory_turn (opened_at);

comment on table ${prefix}memory_turn is 'Turns, so that each of them counts once, however it ended';
comment on column ${prefix}memory_turn.closed_at is 'Null while it runs, or while nobody noticed that it ended';

create table if not exists ${prefix}memory_lease (
  name varchar(200) not null,
  node varchar(200) not null,
  lease_until bigint not null,
  primary key (name)
);

comment on table ${prefix}memory_lease is 'What one node does for all: sweeping';
comment on column ${prefix}memory_lease.lease_until is 'By the clock of the database';

create table if not exists ${prefix}memory_record (
  tenant varchar(800) not null,
  subject varchar(800) not null,
  store_name varchar(800) not null,
  ordinal bigint generated always as identity,
  id varchar(200) not null,
  content character large object not null,
  content_hash varchar(64) not null,
  write_hash varchar(64),
  terms character large object not null,
  metadata character large object not null,
  origin varchar(32) not null,
  turn_id varchar(800),
  created_at bigint not null,
  updated_at bigint not null,
  version bigint not null,
  primary key (tenant, subject, store_name, ordinal)
);
create unique index if not exists ${prefix}memory_record_content on ${prefix}memory_record (tenant, subject, store_name, content_hash);
create unique index if not exists ${prefix}memory_record_write on ${prefix}memory_record (tenant, subject, store_name, write_hash);
create unique index if not exists ${prefix}memory_record_id on ${prefix}memory_record (tenant, subject, store_name, id);

comment on table ${prefix}memory_record is 'The facts of the full-text memory stores';
comment on column ${prefix}memory_record.ordinal is 'Order of insertion; may have gaps';
comment on column ${prefix}memory_record.content_hash is 'SHA-256 of the content without blanks around it: the same fact is there once';
comment on column ${prefix}memory_record.write_hash is 'SHA-256 of the idempotency key that it was written with; null for none';
comment on column ${prefix}memory_record.terms is 'The words of the content, for searches to preselect by';
comment on column ${prefix}memory_record.metadata is 'JSON object';
comment on column ${prefix}memory_record.origin is 'Who wrote it: tool, program or extraction';
comment on column ${prefix}memory_record.turn_id is 'The turn that wrote it; null for none';
comment on column ${prefix}memory_record.version is 'How often it was changed';
