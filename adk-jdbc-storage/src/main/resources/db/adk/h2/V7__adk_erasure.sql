-- Erasure of ADK for Java, version 7, H2 2.4.
--
-- Whose turn wrote a row. A conversation's own subject is on the conversation alone. There are no indexes on it: H2 would put
-- every row into them, for erasures of subjects alone.

alter table ${prefix}message add column if not exists subject varchar(800);
alter table ${prefix}thought add column if not exists subject varchar(800);
alter table ${prefix}tool_call add column if not exists subject varchar(800);
alter table ${prefix}retrievable add column if not exists subject varchar(800);
alter table ${prefix}blob add column if not exists subject varchar(800);
alter table ${prefix}blob add column if not exists checked_at bigint;

comment on column ${prefix}message.subject is 'The subject whose turn stored it; null where that is the conversation''s';
comment on column ${prefix}thought.subject is 'The subject whose turn stored it; null where that is the conversation''s';
comment on column ${prefix}tool_call.subject is 'The subject whose turn stored it; null where that is the conversation''s';
comment on column ${prefix}retrievable.subject is 'The subject whose turn stored it; null for a turn without one';
comment on column ${prefix}blob.subject is 'The subject whose turn stored it; null for a turn without one';
comment on column ${prefix}blob.checked_at is 'When a record was last found that names the bytes; null before the first look';
