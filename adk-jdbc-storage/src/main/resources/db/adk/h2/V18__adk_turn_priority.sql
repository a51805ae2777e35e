-- Priorities of durable turns of ADK for Java, version 18, H2 2.4.

alter table ${prefix}waiting_turn add column if not exists priority smallint default 0 not null;
alter table ${prefix}task add column if not exists priority smallint default 0 not null;

comment on column ${prefix}waiting_turn.priority is 'Among turns that are ready, the higher one is begun first';
comment on column ${prefix}task.priority is 'That of the turn';
