-- How often somebody has tried something, counted for all servers together. Unlogged: counting waits for
-- no disk, and after a crash of the database everybody begins anew.
create unlogged table rate_count (
  key text primary key,
  count bigint not null,
  until timestamptz not null
);
comment on column rate_count.key is 'a keyed fingerprint: whose tries these are cannot be read here';
create index rate_count_until on rate_count (until);
