-- Budgets and summaries of ADK for Java, version 4, PostgreSQL 15 and later.
--
-- As in version 1: texts hold U+0000, unpaired surrogates and U+0010 as U+0010 and four hexadecimal digits, instants are
-- milliseconds since 1970-01-01T00:00:00Z.

create table if not exists ${prefix}budget (
  tenant varchar(800) collate "C" not null,
  level varchar(32) collate "C" not null,
  owner varchar(800) collate "C" not null,
  period varchar(32) collate "C" not null,
  generations bigint not null,
  tokens bigint not null,
  cost numeric(38, 18) not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant, level, owner, period)
);

comment on table ${prefix}budget is 'What conversations, subjects and tenants have used up; kept where a budget limits them';
comment on column ${prefix}budget.level is 'conversation, subject or tenant';
comment on column ${prefix}budget.owner is 'The conversation or the subject; empty for the tenant itself';
comment on column ${prefix}budget.period is 'A day such as 2026-11-22 or a month such as 2026-11, of UTC; empty where the budget never begins anew';
comment on column ${prefix}budget.generations is 'How many generations were charged';
comment on column ${prefix}budget.tokens is 'How many tokens they took';
comment on column ${prefix}budget.cost is 'What they cost, in the currency of the price table';
comment on column ${prefix}budget.updated_at is 'When a generation was last charged';

create table if not exists ${prefix}summary (
  tenant varchar(800) collate "C" not null,
  conversation varchar(800) collate "C" not null,
  summary text not null,
  covered_through varchar(800) collate "C" not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant, conversation)
);

comment on table ${prefix}summary is 'What stands for the older part of a conversation where conversations are compacted';
comment on column ${prefix}summary.summary is 'Written by a model; content of the conversation';
comment on column ${prefix}summary.covered_through is 'The id of the last message that it covers';
