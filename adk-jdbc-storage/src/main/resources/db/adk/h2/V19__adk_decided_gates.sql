-- Decided gates of ADK for Java, version 19, H2 2.4. The indexes stay: the version is there so that both databases count alike.

comment on column ${prefix}gate.delivered_at is 'When the process that waited got the decision';
