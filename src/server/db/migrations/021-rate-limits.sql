-- Attempts, counted for all servers together. Unlogged: counting waits for no disk, and after a crash of the database
-- all counts start again.
create unlogged table rate_count (
  key text primary key,
  count bigint not null,
  until timestamptz not null
);
comment on column rate_count.key is 'a keyed fingerprint: whose tries these are cannot be read here';
create index rate_count_until on rate_count (until);
grant select, insert, update on rate_count to rigwright_reach;

-- Counts one attempt for each key, in the transaction that makes it. Returns the seconds to wait if one key is over
-- its limit, else null. An attempt that cannot be counted is let through: a broken counter must not stop a shop.
create function count_within(keys text[], most bigint[], seconds integer[], at timestamptz) returns integer
  language plpgsql security definer set search_path from current
  as $$
    declare wait integer;
    begin
      with wish as (
        select * from unnest(keys, most, seconds) as wish (key, most, seconds)
      ), counted as (
        insert into rate_count as kept (key, count, until)
        select wish.key, 1, at + make_interval(secs => wish.seconds) from wish order by wish.key
        on conflict (key) do update set
          count = case when kept.until > at then kept.count else 0 end + 1,
          until = case when kept.until > at then kept.until else excluded.until end
        returning key, count, until
      )
      select max(greatest(1, ceil(extract(epoch from counted.until - at)))) into wait
      from counted join wish on wish.key = counted.key where counted.count > wish.most;
      return wait;
    exception when others then
      raise warning 'A try within a piece of work was not counted: %', sqlerrm;
      return null;
    end
  $$;

alter function count_within owner to rigwright_reach;
revoke all on function count_within from public;
grant execute on function count_within to rigwright_app;
