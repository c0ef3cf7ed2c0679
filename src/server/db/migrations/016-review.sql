-- What the customer of a done ticket says about the company: one review per ticket, without a name. A removed review
-- stays, hidden, with who removed it and why.
create table review (
  company_id uuid not null,
  ticket_id integer not null,
  stars smallint not null check (stars between 1 and 5),
  words text not null,
  written_at timestamptz not null,
  rig text not null,
  answer text,
  answered_at timestamptz,
  answered_by_name text,
  removed_at timestamptz,
  removed_by_name text,
  removed_because text,
  -- A review counts for Trusted if its customer's email or booking was confirmed, and it was not written by the
  -- company's own people. Decided once, when it is written.
  uncounted_because text,
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references ticket
);
comment on column review.rig is 'year, make and model of the rig, as the ticket had them';
comment on column review.uncounted_because is 'why it does not count for Trusted; null if it does';
create index review_newest on review (company_id, written_at desc, ticket_id desc) where removed_at is null;
-- The company's owner and founders see removed reviews as well.
create index review_all_newest on review (company_id, written_at desc, ticket_id desc);
select declare_company_table('review', app => 'select, insert, update', definer => 'select');

-- Companies whose badge, or whose rating in the directory, is not what their reviews since then add up to: as months
-- pass, reviews lapse. The server asks for its nightly work; no request may.
create function badges_to_recalculate(since timestamptz, among uuid[]) returns table (company_id uuid)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select coalesce(badge.company_id, earned.company_id)
      from (
        select c.company_id from company c where c.trusted and (among is null or c.company_id = any(among))
      ) as badge
      full join (
        select r.company_id from review r
        where r.removed_at is null and r.uncounted_because is null and r.written_at >= since
          and (among is null or r.company_id = any(among))
        group by r.company_id having count(*) >= 10 and sum(r.stars) * 2 >= count(*) * 9
      ) as earned on earned.company_id = badge.company_id
      where badge.company_id is null or earned.company_id is null;
  end $$;

create function ratings_to_recalculate(since timestamptz, among uuid[]) returns table (company_id uuid)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select d.company_id from directory d left join (
        select r.company_id, count(*) as counted, sum(r.stars) as stars from review r
        where r.removed_at is null and r.written_at >= since and (among is null or r.company_id = any(among))
        group by r.company_id
      ) as told on told.company_id = d.company_id
      where (among is null or d.company_id = any(among))
        and (d.rating_count, d.rating_sum) <> (coalesce(told.counted, 0), coalesce(told.stars, 0));
  end $$;
