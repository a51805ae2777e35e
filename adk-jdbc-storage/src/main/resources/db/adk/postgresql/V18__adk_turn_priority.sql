-- Priorities of durable turns of ADK for Java, version 18, PostgreSQL 15 and later.

alter table ${prefix}waiting_turn add column if not exists priority smallint default 0 not null;
alter table ${prefix}task add column if not exists priority smallint default 0 not null;
-- Finds the next ones among very many that are due; the index on their times finds few among very many that wait.
create index if not exists ${prefix}task_next on ${prefix}task (priority desc, execution_time);

comment on column ${prefix}waiting_turn.priority is 'Among turns that are ready, the higher one is begun first';
comment on column ${prefix}task.priority is 'That of the turn';
