-- When durable turns of ADK for Java run, and their events, version 14, PostgreSQL 15 and later.
--
-- As in version 1: texts hold U+0000, unpaired surrogates and U+0010 as U+0010 and four hexadecimal digits, instants are
-- milliseconds since 1970-01-01T00:00:00Z. The columns of the first table are those that db-scheduler expects, and one of
-- ours: woken.

create table if not exists ${prefix}task (
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
create index if not exists ${prefix}task_due on ${prefix}task (execution_time);
create index if not exists ${prefix}task_beat on ${prefix}task (last_heartbeat) where last_heartbeat is not null;

comment on table ${prefix}task is 'When durable turns run, and which process runs them now; holds no content';
comment on column ${prefix}task.task_name is 'What kind of work it is: adk-turn';
comment on column ${prefix}task.task_instance is 'The turn''s id, a space, and its tenant; a space or percent sign within the id is %20 or %25';
comment on column ${prefix}task.task_data is 'Nothing';
comment on column ${prefix}task.execution_time is 'When it is to run, or began to run';
comment on column ${prefix}task.picked is 'A process runs it';
comment on column ${prefix}task.picked_by is 'The process that runs it, cut at 50 characters';
comment on column ${prefix}task.last_success is 'When it last ran to a rest';
comment on column ${prefix}task.last_failure is 'When it last could not go on';
comment on column ${prefix}task.consecutive_failures is 'How many times in a row it could not go on';
comment on column ${prefix}task.last_heartbeat is 'When the process that runs it last said so';
comment on column ${prefix}task.version is 'Counts who took it: who has an older one can change nothing';
comment on column ${prefix}task.woken is 'It was woken while it ran: it is looked at once more before it rests';

create table if not exists ${prefix}turn_event (
  tenant varchar(800) collate "C" not null,
  turn_id varchar(800) collate "C" not null,
  seq bigint not null,
  last_seq bigint not null,
  data text not null,
  primary key (tenant, turn_id, seq)
);

comment on table ${prefix}turn_event is 'What durable turns did, for whoever watches them: several events in a row';
comment on column ${prefix}turn_event.seq is 'The number of the first event: the claim''s token times 4294967296, and its place in the claim';
comment on column ${prefix}turn_event.last_seq is 'The number of the last event';
comment on column ${prefix}turn_event.data is 'JSON: of each event its name, the id of what it is a piece of, and its text';
