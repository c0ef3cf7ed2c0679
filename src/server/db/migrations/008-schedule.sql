-- Who worked on a ticket on which day.
create table assignment (
  company_id uuid not null,
  ticket_id integer not null,
  date date not null,
  uuid uuid not null,
  first_name text not null,
  last_name text not null,
  assigned_at timestamptz not null,
  primary key (company_id, ticket_id, date),
  foreign key (company_id, ticket_id) references ticket
);
comment on column assignment.date is 'on the company''s calendar';
create index assignment_of_day on assignment (company_id, date);
alter table assignment enable row level security, force row level security;
create policy own_company on assignment to rigwright_app
  using (company_id = (select app_company())) with check (company_id = app_company());
create policy backup on assignment for select to rigwright_backup using (true);
grant select, insert, update on assignment to rigwright_app;

-- Who is to work on a ticket on a later day. On the morning of that day it becomes an assignment.
create table planned_assignment (
  company_id uuid not null,
  ticket_id integer not null,
  date date not null,
  uuid uuid not null,
  planned_at timestamptz not null,
  primary key (company_id, ticket_id, date),
  foreign key (company_id, ticket_id) references ticket,
  -- A plan for a deleted employee goes with them.
  foreign key (company_id, uuid) references employee on delete cascade
);
comment on column planned_assignment.date is 'on the company''s calendar';
create index planned_assignment_employee on planned_assignment (company_id, uuid);
create index planned_assignment_due on planned_assignment (date);
alter table planned_assignment enable row level security, force row level security;
create policy own_company on planned_assignment to rigwright_app
  using (company_id = (select app_company())) with check (company_id = app_company());
create policy backup on planned_assignment for select to rigwright_backup using (true);
create policy definer on planned_assignment for select to rigwright_definer using (true);
grant select, insert, update, delete on planned_assignment to rigwright_app;
grant select on planned_assignment to rigwright_definer;

-- Every ticket whose planned day has come, on its company's calendar.
create function due_plans(as_of timestamptz)
  returns table (company_id uuid, ticket_id integer, time_zone text)
  language sql stable security definer set search_path from current
  as $$
    select distinct p.company_id, p.ticket_id, c.time_zone
    from planned_assignment p join company c using (company_id)
    -- The first condition uses the index: it is later than that nowhere on earth.
    where p.date <= (as_of at time zone 'UTC' + interval '14 hours')::date
      and p.date <= (as_of at time zone c.time_zone)::date
  $$;

alter function due_plans owner to rigwright_definer;
revoke all on function due_plans from public;
grant execute on function due_plans to rigwright_app;
