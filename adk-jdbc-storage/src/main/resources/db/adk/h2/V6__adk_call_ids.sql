-- Ids and arguments of tool calls of ADK for Java, version 6, H2 2.4.
--
-- As in version 1: texts hold U+0000, unpaired surrogates and U+0010 as U+0010 and four hexadecimal digits.

alter table ${prefix}tool_call add column if not exists provider_id character large object;
alter table ${prefix}tool_call add column if not exists requested_args character large object;
alter table ${prefix}gate add column if not exists tool_call_id character large object;

comment on column ${prefix}tool_call.args is 'JSON object: what the tool was run with';
comment on column ${prefix}tool_call.provider_id is 'What the provider of the model calls it; repeats, null for none';
comment on column ${prefix}tool_call.requested_args is 'JSON object: what the model asked for; null where that is what ran';
comment on column ${prefix}gate.tool_call_id is 'The id that the record of the call has, or will have';
comment on column ${prefix}gate_decision.tool_checksum is 'The digest of the exact call as it was started, after edits';
comment on column ${prefix}blob.current_id is 'The id while this is what is found under it; null until a record that names it is stored, and after a replacement';
comment on column ${prefix}blob.completed_at is 'When a record that names it was first stored; null until then';
