-- Attempts, counted for all servers together. Unlogged: counting waits for no disk, and after a crash of the database
-- all counts start again.
create unlogged table rate_limit_counter (
  key text primary key,
  count bigint not null,
  until timestamptz not null
);
comment on column rate_limit_counter.key is 'a keyed hash: whose attempts these are cannot be read here';
create index rate_limit_counter_until on rate_limit_counter (until);
grant select, insert, update on rate_limit_counter to rigwright_definer;

-- Counts one attempt for each key, in the transaction that makes it. Returns the seconds to wait if one key is over
-- its limit, else null. An attempt that cannot be counted is let through: a broken counter must not stop a shop.
create function consume_rate_limits(
    keys text[], max_counts bigint[], seconds integer[], as_of timestamptz)
  returns integer
  language plpgsql security definer set search_path from current
  as $$
    declare wait_seconds integer;
    begin
      with wanted as (
        select * from unnest(keys, max_counts, seconds) as wanted (key, max_counts, seconds)
      ), counted as (
        insert into rate_limit_counter as counter (key, count, until)
        select wanted.key, 1, as_of + make_interval(secs => wanted.seconds) from wanted order by wanted.key
        on conflict (key) do update set
          count = case when counter.until > as_of then counter.count else 0 end + 1,
          until = case when counter.until > as_of then counter.until else excluded.until end
        returning key, count, until
      )
      select max(greatest(1, ceil(extract(epoch from counted.until - as_of)))) into wait_seconds
      from counted join wanted on wanted.key = counted.key where counted.count > wanted.max_counts;
      return wait_seconds;
    exception when others then
      raise warning 'An attempt could not be counted: %', sqlerrm;
      return null;
    end
  $$;

alter function consume_rate_limits owner to rigwright_definer;
revoke all on function consume_rate_limits from public;
grant execute on function consume_rate_limits to rigwright_app;
