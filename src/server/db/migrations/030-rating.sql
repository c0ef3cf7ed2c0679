-- The public list by rating: what the reviews of the last 24 months come to. Five more of four stars are added to
-- those of every company, so that one of five stars does not lead; who has none comes last.
alter table directory
  add column rating_count integer not null default 0,
  add column rating_sum integer not null default 0;
comment on column directory.rating_sum is 'stars of the reviews that count, in all';

-- FORCE binds the tables' owner too, who sees nothing of what is there while it stands.
alter table review no force row level security;
update directory d set rating_count = r.counted, rating_sum = r.stars
  from (
    select company_id, count(*) as counted, sum(stars) as stars from review
    where removed_at is null and written_at >= now() - interval '24 months' group by company_id
  ) r where r.company_id = d.company_id;
alter table review force row level security;

alter table directory
  add column rank double precision not null generated always as (
    case when rating_count = 0 then 0 else (rating_sum + 4.0 * 5)::double precision / (rating_count + 5) end) stored;
create index directory_by_rating on directory ((-rank), company_id);

-- The companies of which the list says another rating than their reviews from `since` on come to.
create function ratings_to_revise(since timestamptz) returns table (company_id uuid)
  language sql stable security definer set search_path from current
  as $$
    select d.company_id from directory d left join (
      select r.company_id, count(*) as counted, sum(r.stars) as stars from review r
      where r.removed_at is null and r.written_at >= since group by r.company_id
    ) as told on told.company_id = d.company_id
    where (d.rating_count, d.rating_sum) <> (coalesce(told.counted, 0), coalesce(told.stars, 0))
  $$;
grant select on directory to rigwright_reach;

-- Counts one try for each of the keys, within the work that tries: the seconds to wait where it is one too many of
-- one of them, else null. What cannot be counted is let through, as a broken count must not stop a shop.
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
grant select, insert, update on rate_count to rigwright_reach;

do $$
begin
  execute format('grant create on schema %I to rigwright_reach', current_schema());
  alter function ratings_to_revise(timestamptz) owner to rigwright_reach;
  revoke all on function ratings_to_revise(timestamptz) from public;
  alter function count_within(text[], bigint[], integer[], timestamptz) owner to rigwright_reach;
  revoke all on function count_within(text[], bigint[], integer[], timestamptz) from public;
  grant execute on function count_within(text[], bigint[], integer[], timestamptz) to rigwright_app;
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
  -- The server asks it of itself, and no piece of work.
  revoke execute on function forgotten_bookings(timestamptz) from rigwright_app;
end $$;
