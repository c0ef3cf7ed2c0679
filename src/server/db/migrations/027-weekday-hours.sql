-- The hours of weekdays that differ from a company's hours of operation, which without a row hold.
create table weekday_hours (
  company_id uuid not null references company,
  weekday smallint not null check (weekday between 1 and 7),
  opens smallint check (opens between 0 and 23),
  closes smallint check (closes between 1 and 24),
  check ((opens is null) = (closes is null)),
  check (closes > opens),
  primary key (company_id, weekday)
);
comment on column weekday_hours.weekday is '1 is Monday';
comment on column weekday_hours.opens is 'the hour of the day; null if it is closed';
select declare_company_table('weekday_hours', app => 'select, insert, update, delete');

alter table directory add column weekday_opens smallint[], add column weekday_closes smallint[];
comment on column directory.weekday_opens is 'Monday first; 0 to 0 on closed days; null if no weekday has hours of its own';
create index directory_with_weekday_hours on directory (lower(company_name), company_id) where weekday_opens is not null;
