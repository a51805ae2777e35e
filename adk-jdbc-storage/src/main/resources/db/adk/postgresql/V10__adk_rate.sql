-- What subjects do in an hour, counted by ADK for Java, version 10, PostgreSQL 15 or later.
--
-- As in version 1: texts hold U+0000, unpaired surrogates and U+0010 as U+0010 and four hexadecimal digits, instants are
-- milliseconds since 1970-01-01T00:00:00Z.

create table if not exists ${prefix}rate (
  tenant varchar(800) collate "C" not null,
  subject varchar(800) collate "C" not null,
  limit_name varchar(64) collate "C" not null,
  ends_at bigint not null,
  taken integer not null,
  primary key (tenant, subject, limit_name)
);
create index if not exists ${prefix}rate_ends_at on ${prefix}rate (ends_at);

comment on table ${prefix}rate is 'How much subjects did in the period that last was; written where the database counts';
comment on column ${prefix}rate.subject is 'Empty for turns without subject that are counted together';
comment on column ${prefix}rate.limit_name is 'turns-per-hour or conversations-per-hour';
comment on column ${prefix}rate.ends_at is 'When the period ends, by the clock of the node that counted; the row is of no use then';
comment on column ${prefix}rate.taken is 'How much was counted in the period';
