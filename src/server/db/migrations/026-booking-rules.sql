-- When a company takes no bookings, and how many it takes. Without rows, any number within its opening hours.
create table closed_days (
  company_id uuid not null references company,
  closed_days_id uuid not null,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  reason text not null,
  primary key (company_id, closed_days_id)
);
comment on column closed_days.reason is 'customers read it: `Thanksgiving`; empty for none';
select declare_company_table('closed_days', app => 'select, insert, delete');

create table booking_limit (
  company_id uuid not null references company,
  kind text not null check (kind in ('dropOffsPerHour', 'dropOffsPerDay', 'visitsPerDay')),
  maximum smallint not null check (maximum between 0 and 999),
  primary key (company_id, kind)
);
select declare_company_table('booking_limit', app => 'select, insert, update, delete');

create index booking_wanted on booking (company_id, wanted_at) where ticket_id is not null;
