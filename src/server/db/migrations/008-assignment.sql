-- Who worked on a ticket on which day.
create table assignment (
  company_id uuid not null,
  ticket_id integer not null,
  date date not null,
  uuid uuid not null,
  first_name text not null,
  last_name text not null,
  assigned_at timestamptz not null,
  -- The specification keeps one technician for each day of a ticket. Who was replaced on the same day may have done the
  -- work, and then the work history names them.
  replaced uuid[] not null default '{}',
  primary key (company_id, ticket_id, date),
  foreign key (company_id, ticket_id) references ticket
);
comment on column assignment.date is 'on the company''s calendar';
comment on column assignment.replaced is 'who else was assigned on that day before';
create index assignment_of_day on assignment (company_id, date);
select declare_company_table('assignment', app => 'select, insert, update', eraser => 'delete');

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
select declare_company_table('planned_assignment', app => 'select, insert, update, delete', definer => 'select');

-- Every ticket whose planned day has come, on its company's calendar. Here and in all functions that look across
-- companies: `among` these, or among all with null. While a machine of a cluster is away, the server asks for the
-- companies of the others. The server asks for them; no request may, unless it is granted.
create function due_plans(as_of timestamptz, among uuid[])
  returns table (company_id uuid, ticket_id integer, time_zone text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select distinct p.company_id, p.ticket_id, c.time_zone
      from planned_assignment p join company c on c.company_id = p.company_id
      -- The first condition uses the index: it is later than that nowhere on earth.
      where p.date <= (as_of at time zone 'UTC' + interval '14 hours')::date
        and p.date <= (as_of at time zone c.time_zone)::date
        and (among is null or p.company_id = any(among));
  end $$;
