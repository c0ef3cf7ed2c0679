-- When technicians work, where it differs from their company's hours: on some weekdays, or on days off. Without rows,
-- as the company. Without foreign keys: on a cluster a new table is not with the employees until its operator
-- distributes it.
create table working_hours (
  company_id uuid not null,
  employee_id uuid not null,
  weekday smallint not null check (weekday between 1 and 7),
  opens smallint check (opens between 0 and 23),
  closes smallint check (closes between 1 and 24),
  check ((opens is null) = (closes is null)),
  check (closes > opens),
  primary key (company_id, employee_id, weekday)
);
comment on column working_hours.weekday is '1 is Monday';
comment on column working_hours.opens is 'the hour at which their day starts; null if they are off';
comment on column working_hours.closes is 'the hour at which their day ends';
select declare_company_table('working_hours', app => 'select, insert, update, delete');

create table time_off (
  company_id uuid not null,
  time_off_id uuid not null,
  employee_id uuid not null,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  reason text not null,
  entered_at timestamptz not null,
  primary key (company_id, time_off_id)
);
comment on column time_off.reason is 'the office and the desk read it: `Vacation`; empty for none';
comment on column time_off.entered_at is 'plans made before it for these days lapse';
select declare_company_table('time_off', app => 'select, insert, delete');
