create table company (
  company_id uuid primary key,
  company_name text not null,
  company_phone text not null,
  company_address text,
  latitude double precision,
  longitude double precision,
  email text not null,
  labor_rate bigint,
  mobile_range double precision,
  image_url text,
  mobile_business boolean not null,
  on_time_status boolean not null,
  pending_status boolean not null,
  trusted boolean not null,
  verified boolean not null,
  days_of_operation smallint[] not null,
  hours_of_operation smallint[] not null,
  time_zone text not null,
  registered_at timestamptz not null,
  verified_from date,
  verified_until date,
  verified_note text,
  suspended_at timestamptz,
  suspended_because text,
  approval_tolerance smallint not null default 10 check (approval_tolerance between 0 and 100),
  -- The row of a deleted company stays, with the name under which rigs' histories show its work.
  deleted_at timestamptz,
  -- Whether the owner was asked for their own name: until then the account has the company's.
  owner_name_asked boolean not null default false,
  closes_at timestamptz
);
comment on column company.labor_rate is 'cents an hour';
comment on column company.mobile_range is 'miles';
comment on column company.verified_from is 'first day of the month spent with the founders; verified_until is the last';
comment on column company.approval_tolerance is 'percent above the approved price of a line that need no new answer';
comment on column company.deleted_at is 'all but the name is erased, and suspended_at is set as well';
comment on column company.closes_at is
  'when all but the name is erased, because its owner closed it; null if they did not';
create index company_by_email on company using gin (email gin_trgm_ops);
create index company_closing on company (closes_at) where closes_at is not null;
select declare_company_table('company', app => 'select, insert, update', definer => 'select');

-- What a company chose for itself; without a row, the product's defaults.
create table company_preference (
  company_id uuid primary key references company,
  -- Until how many hours before it a customer may change an appointment; null for never.
  change_hours smallint check (change_hours between 0 and 336),
  reply_to text,
  -- Which emails about what customers do the owner gets, and when; a kind that is not in it is emailed at once.
  notices jsonb not null default '{}'
);
comment on column company_preference.reply_to is 'the mailbox for customers’ replies; null without one';
select declare_company_table('company_preference', app => 'select, insert, update');

create function companies_due_to_close(as_of timestamptz, among uuid[])
  returns table (company_id uuid, time_zone text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select c.company_id, c.time_zone from company c
      where c.closes_at <= as_of and c.deleted_at is null and (among is null or c.company_id = any(among));
  end $$;

-- The public list: each company's public card, and the version at which it last changed. The card of a suspended
-- company stays as `hidden`, so that hiding it has a version as well.
create table directory_version (only_row boolean primary key default true check (only_row), version bigint not null);
insert into directory_version values (true, 0);
grant select, insert, update on directory_version to rigwright_app;

-- On a sphere of radius 1 the straight line between two points grows with the distance on the ground, so the nearest by
-- `point` are the nearest to drive to, and an index finds them. `service_area` bounds the circle a company travels to:
-- whether a point is inside is then checked against `service_radius`. Miles on an earth of 6371.0088 km, as in the
-- domain. `rank` adds five reviews of four stars to everybody's, so that a single review of five stars does not lead.
create table directory (
  company_id uuid primary key,
  version bigint not null unique,
  company_name text not null,
  company_address text,
  company_phone text not null,
  image_url text,
  trusted boolean not null,
  verified boolean not null,
  latitude double precision,
  longitude double precision,
  mobile_range double precision,
  days_of_operation smallint[],
  hours_of_operation smallint[],
  time_zone text,
  point cube generated always as (case when latitude is not null and longitude is not null then
    cube(array[cos(radians(latitude)) * cos(radians(longitude)), cos(radians(latitude)) * sin(radians(longitude)),
               sin(radians(latitude))]) end) stored,
  service_radius double precision generated always as (
    case when mobile_range > 0 then 2 * sin(mobile_range * 1.609344 / 6371.0088 / 2) end) stored,
  service_area cube generated always as (
    case when mobile_range > 0 and latitude is not null and longitude is not null then cube_enlarge(
      cube(array[cos(radians(latitude)) * cos(radians(longitude)), cos(radians(latitude)) * sin(radians(longitude)),
                 sin(radians(latitude))]),
      2 * sin(mobile_range * 1.609344 / 6371.0088 / 2), 3) end) stored,
  hidden boolean not null default false,
  rating_count integer not null default 0,
  rating_sum integer not null default 0,
  rank double precision not null generated always as (
    case when rating_count = 0 then 0 else (rating_sum + 4.0 * 5)::double precision / (rating_count + 5) end) stored
);
do $$
begin
  execute format('alter table directory add column search_words text not null
      generated always as ('' '' || left(%s, 2000) || '' '') stored',
    normalized_text(format('(company_name || '' / '' || coalesce(company_address, '''') || '' / '' || %s)',
      phone_digits('company_phone'))));
end $$;
comment on column directory.mobile_range is 'miles';
comment on column directory.rating_sum is 'total stars of the reviews that count';
create index directory_by_name on directory (lower(company_name), company_id);
create index directory_trusted on directory (lower(company_name), company_id) where trusted;
create index directory_verified on directory (lower(company_name), company_id) where verified;
create index directory_nearest on directory using gist (point);
create index directory_service_area on directory using gist (service_area) where service_area is not null;
create index directory_by_zone on directory (time_zone);
create index directory_by_rating on directory ((-rank), company_id);
create index directory_search_words on directory using gin (search_words gin_trgm_ops);
grant select, insert, update on directory to rigwright_app;
grant select on directory to rigwright_definer;

grant execute on function companies_due_to_close to rigwright_app;
