-- Room in the pages of turns of ADK for Java, version 15, PostgreSQL 15 and later.

-- A turn that runs changes its row in each iteration: with room in its page no index changes with it.
alter table ${prefix}waiting_turn set (fillfactor = 70);
comment on column ${prefix}waiting_turn.updated_at is 'When its state last changed';
