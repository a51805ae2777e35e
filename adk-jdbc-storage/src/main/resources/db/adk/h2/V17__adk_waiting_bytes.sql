-- Smaller rows of waiting turns of ADK for Java, version 17, H2 2.4. The indexes stay: the version is there so that both databases count alike.

comment on column ${prefix}gate.tool_checksum is 'The checksum of its call; null where the payload has it';
comment on column ${prefix}gate.tool_call_id is 'The id that the call''s record has, or will have; null where the payload has it';
comment on column ${prefix}waiting_turn.node is 'The process that goes on with it, or did last; null while it waits';
comment on column ${prefix}waiting_turn.fingerprint is 'Differs between requests that are not the same; null without request_key';
