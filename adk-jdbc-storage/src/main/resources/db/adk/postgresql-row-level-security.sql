-- Optional, for PostgreSQL: the database enforces the separation of tenants, even if a statement omits the tenant.
--
-- Run this script as the owner of the tables after the migrations, use an application role that is neither the owner nor
-- a superuser, and enable JdbcStorageOptions.rowLevelSecurity. Every transaction then sets its tenant in adk.tenant and
-- sees no rows of other tenants; without the setting, it sees no rows. Work across tenants, mainly retention, uses the
-- owner's role, which is not subject to the policies.

do $$
declare
  name text;
begin
  foreach name in array array['adk_conversation', 'adk_message', 'adk_thought', 'adk_tool_call', 'adk_retrievable',
    'adk_memory', 'adk_standing_instruction', 'adk_blob', 'adk_blob_chunk',
    'adk_gate', 'adk_gate_decision',
    'adk_memory_conversation', 'adk_memory_journal', 'adk_memory_cursor', 'adk_memory_trigger', 'adk_memory_turn',
    'adk_memory_staged_fact', 'adk_memory_set_aside', 'adk_memory_record', 'adk_budget', 'adk_summary',
    'adk_rate', 'adk_waiting_turn', 'adk_waiting_call', 'adk_turn_event', 'adk_turn_inbox', 'adk_schedule']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('drop policy if exists adk_tenant on %I', name);
    execute format('create policy adk_tenant on %I using (tenant = current_setting(''adk.tenant'', true))'
      ' with check (tenant = current_setting(''adk.tenant'', true))', name);
  end loop;
end
$$;
