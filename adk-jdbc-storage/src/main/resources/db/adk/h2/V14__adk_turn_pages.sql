-- Room in the pages of turns of ADK for Java, version 15, H2 2.4. H2 needs none: the version is there so that both databases count alike.

comment on column ${prefix}waiting_turn.updated_at is 'When its state last changed';
