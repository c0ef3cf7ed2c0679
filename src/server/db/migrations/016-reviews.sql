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
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references ticket
);
comment on column review.rig is 'year, make and model of the rig, as the ticket had them';
create index review_newest on review (company_id, written_at desc, ticket_id desc) where removed_at is null;
-- The company's owner and founders see removed reviews as well.
create index review_all_newest on review (company_id, written_at desc, ticket_id desc);
alter table review enable row level security, force row level security;
create policy own_company on review to rigwright_app
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy backup on review for select to rigwright_backup using (true);
create policy definer on review for select to rigwright_definer using (true);
grant select, insert, update on review to rigwright_app;
grant select on review to rigwright_definer;

-- Companies whose badge, or whose rating in the directory, is not what their reviews since then add up to: as months
-- pass, reviews lapse. The server asks for its nightly work; no request may.
create function badges_to_recalculate(since timestamptz) returns table (company_id uuid)
  language sql stable security definer set search_path from current
  as $$
    select coalesce(badge.company_id, earned.company_id)
    from (select c.company_id from company c where c.trusted) as badge
    full join (
      select r.company_id from review r where r.removed_at is null and r.written_at >= since
      group by r.company_id having count(*) >= 10 and sum(r.stars) * 2 >= count(*) * 9
    ) as earned on earned.company_id = badge.company_id
    where badge.company_id is null or earned.company_id is null
  $$;

create function ratings_to_recalculate(since timestamptz) returns table (company_id uuid)
  language sql stable security definer set search_path from current
  as $$
    select d.company_id from directory d left join (
      select r.company_id, count(*) as counted, sum(r.stars) as stars from review r
      where r.removed_at is null and r.written_at >= since group by r.company_id
    ) as told on told.company_id = d.company_id
    where (d.rating_count, d.rating_sum) <> (coalesce(told.counted, 0), coalesce(told.stars, 0))
  $$;

alter function badges_to_recalculate owner to rigwright_definer;
alter function ratings_to_recalculate owner to rigwright_definer;
revoke all on function badges_to_recalculate, ratings_to_recalculate from public;
