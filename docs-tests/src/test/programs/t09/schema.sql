create table if not exists agent_record (
  place bigint generated always as identity,
  kind varchar(30), owner varchar(500), id varchar(300), json text,
  primary key (kind, owner, id));
