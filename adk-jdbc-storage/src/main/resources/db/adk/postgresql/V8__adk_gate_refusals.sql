-- Refused attempts to settle gates of ADK for Java, version 8, PostgreSQL 15 or later: counted, and few are kept.

alter table ${prefix}gate add column if not exists refusals integer default 0 not null;
alter table ${prefix}gate add column if not exists foreign_refusals integer default 0 not null;
alter table ${prefix}gate_decision add column if not exists actor_tenant varchar(800) collate "C";

-- What refused attempts brought along is of no use to anybody, and may be large.
update ${prefix}gate_decision set answer = null, answer_kept = false, remark = null
  where refusal is not null and (answer is not null or remark is not null or answer_kept);
update ${prefix}gate_decision set detail = substring(detail from 1 for 2000)
  where detail is not null and char_length(detail) > 2000;
update ${prefix}gate g set
  refusals = (select count(*) from ${prefix}gate_decision d where d.tenant = g.tenant and d.ref = g.ref
    and d.refusal <> 'foreign_tenant'),
  foreign_refusals = (select count(*) from ${prefix}gate_decision d where d.tenant = g.tenant and d.ref = g.ref
    and d.refusal = 'foreign_tenant')
  where g.refusals = 0 and g.foreign_refusals = 0 and exists (select 1 from ${prefix}gate_decision d
    where d.tenant = g.tenant and d.ref = g.ref and d.refusal is not null);
delete from ${prefix}gate_decision d where d.refusal is not null and d.id not in (select k.id from (
  select n.id, row_number() over (partition by n.tenant, n.ref, case when n.refusal = 'foreign_tenant' then 1 else 0 end
    order by n.id desc) as place from ${prefix}gate_decision n where n.refusal is not null) k where k.place <= 100);

comment on column ${prefix}gate.refusals is 'How many attempts to settle it were refused, those of other tenants not counted';
comment on column ${prefix}gate.foreign_refusals is 'How many attempts of other tenants were refused; for operators';
comment on table ${prefix}gate_decision is 'Attempts to settle a gate: the decision that counts and the newest 100 that were refused, as many again from other tenants';
comment on column ${prefix}gate_decision.actor_tenant is 'Of an attempt from another tenant, which the gate''s tenant is not told of; else null';
comment on column ${prefix}gate_decision.detail is 'What was wrong with it, its first 2,000 characters';
comment on column ${prefix}gate_decision.answer is 'JSON: what the gate was resolved with; null for a refused attempt and where content is not kept';
comment on column ${prefix}gate_decision.remark is 'Why it was rejected; null for a refused attempt and where content is not kept';
