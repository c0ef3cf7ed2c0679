-- Who is to work on a ticket on a later day. In the morning of that day it becomes an assignment.
create table planned_assignment (
  company_id uuid not null,
  ticket_id integer not null,
  date date not null,
  uuid uuid not null,
  planned_at timestamptz not null,
  primary key (company_id, ticket_id, date),
  foreign key (company_id, ticket_id) references ticket,
  -- A plan for somebody who is gone is none.
  foreign key (company_id, uuid) references employee on delete cascade
);
comment on column planned_assignment.date is 'in the company''s days';
create index planned_assignment_of on planned_assignment (company_id, uuid);
create index planned_assignment_due on planned_assignment (date);
create index assignment_of_day on assignment (company_id, date);

alter table planned_assignment enable row level security;
alter table planned_assignment force row level security;
create policy own_company on planned_assignment to rigwright_app
  using (company_id = app_company()) with check (company_id = app_company());
grant select, insert, update, delete on planned_assignment to rigwright_app;
create policy reach on planned_assignment for select to rigwright_reach using (true);
grant select on planned_assignment to rigwright_reach;

-- Every ticket with a plan whose day has come at its company, at that moment.
create function due_plans(at timestamptz)
  returns table (company_id uuid, ticket_id integer, time_zone text)
  language sql stable security definer set search_path from current
  as $$
    select distinct p.company_id, p.ticket_id, c.time_zone
    from planned_assignment p join company c using (company_id)
    -- The first part reaches the index: nowhere on earth is it later than that.
    where p.date <= (at at time zone 'UTC' + interval '14 hours')::date
      and p.date <= (at at time zone c.time_zone)::date
  $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_reach', current_schema());
  alter function due_plans(timestamptz) owner to rigwright_reach;
  revoke all on function due_plans(timestamptz) from public;
  grant execute on function due_plans(timestamptz) to rigwright_app;
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
