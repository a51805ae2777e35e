create table customer (id bigint primary key);
