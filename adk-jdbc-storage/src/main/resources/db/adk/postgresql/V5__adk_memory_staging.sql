-- Staged facts of memory stores of ADK for Java, version 5, PostgreSQL 15 or later.
--
-- As in version 1: texts hold U+0000, unpaired surrogates and U+0010 as U+0010 and four hexadecimal digits.

create table if not exists ${prefix}memory_staged_fact (
  tenant varchar(800) collate "C" not null,
  scope_key varchar(64) collate "C" not null,
  store_name varchar(800) collate "C" not null,
  ordinal integer not null,
  last_seq bigint not null,
  fact_key varchar(64) collate "C",
  content text,
  metadata text,
  primary key (tenant, scope_key, store_name, ordinal),
  foreign key (tenant, scope_key, store_name) references ${prefix}memory_cursor (tenant, scope_key, store_name) on delete cascade
);

comment on table ${prefix}memory_staged_fact is 'Extracted facts that a store has not got yet, where they are staged';
comment on column ${prefix}memory_staged_fact.ordinal is 'Order of extraction; 0 stands for the batch itself and has no fact';
comment on column ${prefix}memory_staged_fact.last_seq is 'The number of the newest message that the facts were extracted from';
comment on column ${prefix}memory_staged_fact.fact_key is 'SHA-256, the same for every try to write the fact; null for the batch itself';
comment on column ${prefix}memory_staged_fact.metadata is 'JSON object';
