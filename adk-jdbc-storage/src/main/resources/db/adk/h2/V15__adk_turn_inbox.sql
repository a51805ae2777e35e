-- Messages to durable turns that work of ADK for Java, version 15, H2 2.4.
--
-- As in version 1: texts hold U+0000, unpaired surrogates and U+0010 as U+0010 and four hexadecimal digits, instants are
-- milliseconds since 1970-01-01T00:00:00Z.

alter table ${prefix}waiting_turn add column if not exists mail_sent bigint default 0 not null;
alter table ${prefix}waiting_turn add column if not exists mail_read bigint default 0 not null;
alter table ${prefix}waiting_turn add column if not exists stop_requested boolean default false not null;
create index if not exists ${prefix}waiting_turn_stop on ${prefix}waiting_turn (stop_requested);

comment on column ${prefix}waiting_turn.mail_sent is 'How many messages were sent to it since it was accepted';
comment on column ${prefix}waiting_turn.mail_read is 'How many of them it has: the first ones';
comment on column ${prefix}waiting_turn.stop_requested is 'Somebody asked it to stop, and it has not ended';

create table if not exists ${prefix}turn_inbox (
  tenant varchar(800) not null,
  turn_id varchar(800) not null,
  n bigint not null,
  request_key varchar(800),
  fingerprint varchar(64) not null,
  message character large object not null,
  created_at bigint not null,
  primary key (tenant, turn_id, n),
  foreign key (tenant, turn_id) references ${prefix}waiting_turn on delete cascade
);
create index if not exists ${prefix}turn_inbox_request on ${prefix}turn_inbox (tenant, request_key);

comment on table ${prefix}turn_inbox is 'Messages that were sent to durable turns while they worked';
comment on column ${prefix}turn_inbox.n is 'Its number among those of the turn, from 1; the turn reads them in this order';
comment on column ${prefix}turn_inbox.request_key is 'The sender''s own name of it: the same one again is the same message';
comment on column ${prefix}turn_inbox.fingerprint is 'Differs between messages that do not say the same';
comment on column ${prefix}turn_inbox.message is 'JSON: the message; once it is read, also in the conversation';
