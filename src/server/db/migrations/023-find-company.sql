-- Finding a company in the public list: by words, by how far it is, by whether it comes that far, and by whether it
-- is open now. On a ball of radius 1 the straight line between two places grows with the way along the ground, so
-- the nearest by `at` are the nearest to drive to, and an index finds them (cube's own distance).
create extension if not exists cube;

alter table directory
  add column latitude double precision,
  add column longitude double precision,
  add column mobile_range double precision,
  add column days_of_operation smallint[],
  add column hours_of_operation smallint[],
  add column time_zone text;
comment on column directory.mobile_range is 'miles';

-- FORCE binds the tables' owner too, who sees nothing of what is there while it stands.
alter table company no force row level security;
update directory d
  set latitude = c.latitude, longitude = c.longitude, mobile_range = c.mobile_range,
      days_of_operation = c.days_of_operation, hours_of_operation = c.hours_of_operation, time_zone = c.time_zone
  from company c where c.company_id = d.company_id;
alter table company force row level security;

-- Made by the database, so that a card written by the version before is found as well. `reach` bounds the circle of
-- those it comes to: whoever asks whether a place lies in it compares the line to `reach_line` as well.
alter table directory
  add column words text not null generated always as (' ' || left(regexp_replace(regexp_replace(
    translate(lower(normalize(company_name || ' ' || coalesce(company_address, ''), NFKD)), ',.;', '   '),
    U&'[\0300-\036F]', '', 'g'), '\s+', ' ', 'g'), 2000) || ' ') stored,
  add column at cube generated always as (case when latitude is not null and longitude is not null then
    cube(array[cos(radians(latitude)) * cos(radians(longitude)), cos(radians(latitude)) * sin(radians(longitude)),
               sin(radians(latitude))]) end) stored,
  -- Miles on an earth of 6371.0088 km, as domain/distance.ts has them.
  add column reach_line double precision generated always as (
    case when mobile_range > 0 then 2 * sin(mobile_range * 1.609344 / 6371.0088 / 2) end) stored,
  add column reach cube generated always as (
    case when mobile_range > 0 and latitude is not null and longitude is not null then cube_enlarge(
      cube(array[cos(radians(latitude)) * cos(radians(longitude)), cos(radians(latitude)) * sin(radians(longitude)),
                 sin(radians(latitude))]),
      2 * sin(mobile_range * 1.609344 / 6371.0088 / 2), 3) end) stored;

create index directory_by_words on directory using gin (words gin_trgm_ops);
create index directory_nearest on directory using gist (at);
create index directory_in_reach on directory using gist (reach) where reach is not null;
create index directory_by_zone on directory (time_zone);
create index directory_trusted on directory (lower(company_name), company_id) where trusted;
create index directory_verified on directory (lower(company_name), company_id) where verified;
