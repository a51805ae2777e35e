-- Schedules of durable turns of ADK for Java, version 16, H2 2.4.
--
-- As in version 1: texts hold U+0000, unpaired surrogates and U+0010 as U+0010 and four hexadecimal digits, instants are
-- milliseconds since 1970-01-01T00:00:00Z.

create table if not exists ${prefix}schedule (
  tenant varchar(800) not null,
  conversation varchar(800) not null,
  name varchar(800) not null,
  subject varchar(800),
  cron character large object,
  zone varchar(100) not null,
  missed varchar(16) not null,
  paused boolean not null,
  next_at bigint not null,
  input character large object not null,
  memo character large object not null,
  fingerprint varchar(64) not null,
  primary key (tenant, conversation, name)
);
create index if not exists ${prefix}schedule_next on ${prefix}schedule (next_at);

comment on table ${prefix}schedule is 'When durable turns of a conversation are to be accepted';
comment on column ${prefix}schedule.subject is 'Whom the turns work for';
comment on column ${prefix}schedule.cron is 'The times; null for a single one';
comment on column ${prefix}schedule.zone is 'The time zone whose clocks the cron expression means';
comment on column ${prefix}schedule.missed is 'What becomes of times that nobody was there for: run_once or skip';
comment on column ${prefix}schedule.paused is 'No turn is accepted';
comment on column ${prefix}schedule.next_at is 'The next time; who moves it on accepts the turn';
comment on column ${prefix}schedule.input is 'JSON: the messages of the turns';
comment on column ${prefix}schedule.memo is 'JSON: agent and options of the turns';
comment on column ${prefix}schedule.fingerprint is 'Differs between requests that are not the same';
