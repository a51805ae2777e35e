-- Storage of ADK for Java, version 1, PostgreSQL 15 and later.
--
-- Every key starts with its owner. Texts hold U+0000, unpaired surrogates and U+0010 as U+0010 and four hexadecimal digits;
-- instants are milliseconds since 1970-01-01T00:00:00Z; JSON is text, so that key order and digits stay.
-- Where two unique indexes of a table could serve a look-up, the one by id is created last: without statistics the planner
-- then takes it.

create table if not exists ${prefix}conversation (
  tenant varchar(800) collate "C" not null,
  conversation varchar(800) collate "C" not null,
  subject varchar(800) collate "C",
  last_seq bigint not null,
  created_at bigint not null,
  last_activity_at bigint not null,
  primary key (tenant, conversation)
) with (fillfactor = 50);

comment on table ${prefix}conversation is 'One row per conversation: the counter that numbers its messages, thoughts and tool calls';
comment on column ${prefix}conversation.subject is 'The subject that stored first; the conversation is erased with it';
comment on column ${prefix}conversation.last_seq is 'The last number given out';
comment on column ${prefix}conversation.last_activity_at is 'When a message, thought or tool call was last stored';

create table if not exists ${prefix}message (
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
create unique index if not exists ${prefix}message_id on ${prefix}message (tenant, conversation, id);

comment on table ${prefix}message is 'What was said';
comment on column ${prefix}message.seq is 'Place in the conversation, across messages, thoughts and tool calls';
comment on column ${prefix}message.attachments is 'JSON array of media, their bytes named, not contained; null for none';
comment on column ${prefix}message.identity is 'JSON: who spoke';

create table if not exists ${prefix}thought (
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
create unique index if not exists ${prefix}thought_id on ${prefix}thought (tenant, conversation, id);

comment on table ${prefix}thought is 'What a model thought aloud';
comment on column ${prefix}thought.payload is 'JSON: the vendor''s own form, untouched';

create table if not exists ${prefix}tool_call (
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
create unique index if not exists ${prefix}tool_call_id on ${prefix}tool_call (tenant, conversation, id);

comment on table ${prefix}tool_call is 'Settled tool calls with their results';
comment on column ${prefix}tool_call.args is 'JSON object';
comment on column ${prefix}tool_call.results is 'JSON: text, artifacts or media; bytes named, not contained';
comment on column ${prefix}tool_call.payload is 'JSON: the vendor''s own form, untouched';

create table if not exists ${prefix}retrievable (
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
create unique index if not exists ${prefix}retrievable_id on ${prefix}retrievable (tenant, conversation, id);

comment on table ${prefix}retrievable is 'Documents that a turn retrieved and kept';
comment on column ${prefix}retrievable.ordinal is 'Order of insertion; may have gaps';
comment on column ${prefix}retrievable.content is 'The text; null where the content is an artifact';
comment on column ${prefix}retrievable.artifact is 'JSON: the artifact, its bytes named, not contained; null where the content is text';
comment on column ${prefix}retrievable.stored_at is 'When the row was last written';

create table if not exists ${prefix}memory (
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
create unique index if not exists ${prefix}memory_id on ${prefix}memory (tenant, subject, id);

comment on table ${prefix}memory is 'What is remembered of a subject across conversations';
comment on column ${prefix}memory.ordinal is 'Order of insertion; may have gaps';
comment on column ${prefix}memory.confidence is '0 to 1';
comment on column ${prefix}memory.importance is '0 to 1';
comment on column ${prefix}memory.stored_at is 'When the row was last written';

create table if not exists ${prefix}standing_instruction (
  tenant varchar(800) collate "C" not null,
  subject varchar(800) collate "C" not null,
  ordinal bigint generated always as identity,
  id varchar(800) collate "C" not null,
  content text not null,
  stored_at bigint not null,
  primary key (tenant, subject, ordinal)
);
create unique index if not exists ${prefix}standing_instruction_id on ${prefix}standing_instruction (tenant, subject, id);

comment on table ${prefix}standing_instruction is 'What an agent is told in every turn of a tenant or of a subject';
comment on column ${prefix}standing_instruction.subject is 'Empty for an instruction of the whole tenant';
comment on column ${prefix}standing_instruction.ordinal is 'Order of insertion; may have gaps';
comment on column ${prefix}standing_instruction.id is 'SHA-256 of the text: an instruction is its text';
comment on column ${prefix}standing_instruction.stored_at is 'When the row was last written';

create table if not exists ${prefix}blob (
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
create unique index if not exists ${prefix}blob_current on ${prefix}blob (tenant, conversation, kind, current_id);

comment on table ${prefix}blob is 'Stored bytes: media, and texts of tool results and retrievables';
comment on column ${prefix}blob.content_id is 'Names one uploaded content; storing under the same id again makes another';
comment on column ${prefix}blob.kind is 'media, spool (tool results) or retrievable';
comment on column ${prefix}blob.current_id is 'The id while this is what is found under it; null during the upload and after a replacement';
comment on column ${prefix}blob.byte_length is 'Null until the upload is complete';
comment on column ${prefix}blob.line_count is 'Null until the upload is complete';

create table if not exists ${prefix}blob_chunk (
  tenant varchar(800) collate "C" not null,
  conversation varchar(800) collate "C" not null,
  content_id varchar(36) collate "C" not null,
  n integer not null,
  lines_before bigint not null,
  data bytea not null,
  primary key (tenant, conversation, content_id, n),
  foreign key (tenant, conversation, content_id) references ${prefix}blob on delete cascade
);

comment on table ${prefix}blob_chunk is 'The bytes of ${prefix}blob, in pieces of its chunk_size';
comment on column ${prefix}blob_chunk.n is 'From 0';
comment on column ${prefix}blob_chunk.lines_before is 'How many line feeds precede this piece: a line is found without reading what is before it';
