-- What memory stores of ADK for Java did not take, version 9, PostgreSQL 15 or later.
--
-- As in version 1: texts hold U+0000, unpaired surrogates and U+0010 as U+0010 and four hexadecimal digits.

create table if not exists ${prefix}memory_set_aside (
  tenant varchar(800) collate "C" not null,
  scope_key varchar(64) collate "C" not null,
  store_name varchar(800) collate "C" not null,
  item varchar(800) collate "C" not null,
  seq bigint not null,
  fact boolean not null,
  error text not null,
  set_aside_at bigint not null,
  primary key (tenant, scope_key, store_name, item),
  foreign key (tenant, scope_key) references ${prefix}memory_conversation (tenant, scope_key) on delete cascade
);
create index if not exists ${prefix}memory_set_aside_at on ${prefix}memory_set_aside (set_aside_at);

comment on table ${prefix}memory_set_aside is 'What a store did not take although it took what came after it; without content';
comment on column ${prefix}memory_set_aside.item is 'The id of a message, or the key that a fact was to be written with';
comment on column ${prefix}memory_set_aside.seq is 'The number of the message, or of the newest message that the fact was extracted from';
comment on column ${prefix}memory_set_aside.fact is 'Whether the item is a fact';
comment on column ${prefix}memory_set_aside.error is 'What the last try ended with, never content';
comment on column ${prefix}memory_set_aside.set_aside_at is 'By the clock of the database';
