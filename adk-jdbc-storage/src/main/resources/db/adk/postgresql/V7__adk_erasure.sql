-- Erasure of ADK for Java, version 7, PostgreSQL 15 or later.
--
-- Whose turn wrote a row. A conversation's own subject is on the conversation alone, so that its rows do not grow; the indexes
-- hold the rows of other subjects only.

alter table ${prefix}message add column if not exists subject varchar(800) collate "C";
alter table ${prefix}thought add column if not exists subject varchar(800) collate "C";
alter table ${prefix}tool_call add column if not exists subject varchar(800) collate "C";
alter table ${prefix}retrievable add column if not exists subject varchar(800) collate "C";
alter table ${prefix}blob add column if not exists subject varchar(800) collate "C";
alter table ${prefix}blob add column if not exists checked_at bigint;
create index if not exists ${prefix}message_subject on ${prefix}message (tenant, subject) where subject is not null;
create index if not exists ${prefix}thought_subject on ${prefix}thought (tenant, subject) where subject is not null;
create index if not exists ${prefix}tool_call_subject on ${prefix}tool_call (tenant, subject) where subject is not null;
create index if not exists ${prefix}retrievable_subject on ${prefix}retrievable (tenant, subject) where subject is not null;
create index if not exists ${prefix}blob_subject on ${prefix}blob (tenant, subject) where subject is not null;

comment on column ${prefix}message.subject is 'The subject whose turn stored it; null where that is the conversation''s';
comment on column ${prefix}thought.subject is 'The subject whose turn stored it; null where that is the conversation''s';
comment on column ${prefix}tool_call.subject is 'The subject whose turn stored it; null where that is the conversation''s';
comment on column ${prefix}retrievable.subject is 'The subject whose turn stored it; null for a turn without one';
comment on column ${prefix}blob.subject is 'The subject whose turn stored it; null for a turn without one';
comment on column ${prefix}blob.checked_at is 'When a record was last found that names the bytes; null before the first look';
