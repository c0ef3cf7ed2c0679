-- Two roles that nobody signs in with. Every piece of work runs as rigwright_app and meets
-- row-level security; rigwright_reach owns the few named functions that look across companies.
do $$
begin
  create role rigwright_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  create role rigwright_reach nologin;
exception when duplicate_object or unique_violation then null;
end $$;
-- Asked first: granting a role again waits for every other session that is granting it.
-- 'usage', because since PostgreSQL 16 whoever made a role is a member that may not use it yet.
do $$
begin
  if not pg_has_role(current_user, 'rigwright_app', 'usage') then grant rigwright_app to current_user; end if;
  if not pg_has_role(current_user, 'rigwright_reach', 'usage') then grant rigwright_reach to current_user; end if;
end $$;
do $$
begin
  execute format('grant usage on schema %I to rigwright_app, rigwright_reach', current_schema());
  execute format('grant create on schema %I to rigwright_reach', current_schema());
end $$;

create function app_company() returns uuid language sql stable
  as $$ select nullif(current_setting('app.company', true), '')::uuid $$;
create function app_actor() returns text language sql stable
  as $$ select nullif(current_setting('app.actor', true), '') $$;

-- Accounts belong to the sign-in library; pieces of work reach them only through named functions.
create table auth_user (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create table auth_session (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_user on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index auth_session_user on auth_session (user_id);
create table auth_credential (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_user on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  id_token text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index auth_credential_user on auth_credential (user_id);
create table auth_verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index auth_verification_identifier on auth_verification (identifier);
create table auth_rate_limit (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

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
  registered_at timestamptz not null
);
comment on column company.labor_rate is 'cents an hour';
comment on column company.mobile_range is 'miles';

create table employee (
  company_id uuid not null references company,
  employee_id uuid not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  license_number text not null,
  is_insured boolean not null,
  is_service_writer boolean not null,
  is_technician boolean not null,
  registered_at timestamptz not null,
  primary key (company_id, employee_id)
);
-- Sign-in finds the company by the account alone.
create unique index employee_account on employee (employee_id);

create table ticket (
  company_id uuid not null references company,
  ticket_id integer not null check (ticket_id between 100000 and 999999),
  state text not null check (state in ('pending', 'active', 'approval', 'completed', 'recorded', 'declined')),
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  address text,
  latitude double precision,
  longitude double precision,
  profile_image_url text,
  customer_uuid uuid,
  vin text not null,
  make text not null,
  model text not null,
  year text not null,
  axle_amount text,
  rv_image text,
  assigned_technician uuid,
  pending_timestamp timestamptz,
  active_timestamp timestamptz,
  completed_timestamp timestamptz,
  labor_rate bigint,
  moved_verb text not null,
  moved_by text not null,
  moved_by_name text not null,
  moved_at timestamptz not null,
  card jsonb not null,
  primary key (company_id, ticket_id)
);
comment on column ticket.card is 'the small picture that lists and the live feed carry; written with the row';
comment on column ticket.labor_rate is 'cents an hour, copied from the company at finalize';
create index ticket_board on ticket (company_id, state, moved_at desc, ticket_id desc);
create index ticket_technician on ticket (company_id, assigned_technician) where assigned_technician is not null;
create index ticket_customer on ticket (company_id, customer_uuid) where customer_uuid is not null;

create table job (
  company_id uuid not null,
  ticket_id integer not null,
  job_number integer not null check (job_number > 0),
  problem text not null,
  cause text not null,
  correction text not null,
  estimated_time numeric(7, 2) not null check (estimated_time >= 0),
  estimate boolean not null,
  suggested_time numeric(7, 2),
  answer text not null check (answer in ('none', 'approved', 'declined')),
  primary key (company_id, ticket_id, job_number),
  foreign key (company_id, ticket_id) references ticket
);

create table part (
  company_id uuid not null,
  ticket_id integer not null,
  part_id uuid not null,
  position integer not null,
  job_number integer,
  quantity numeric(8, 3) not null check (quantity > 0),
  description text not null,
  per_part_amount bigint check (per_part_amount > 0),
  primary key (company_id, ticket_id, part_id),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, ticket_id, job_number) references job
);
comment on column part.per_part_amount is 'cents; null until the desk has priced it';

-- One person runs one clock: two sessions of a technician never overlap, whatever the code does.
create extension if not exists btree_gist;
create table clock_session (
  company_id uuid not null,
  session_id uuid not null,
  ticket_id integer not null,
  job_number integer not null,
  technician_id uuid not null,
  clock_in_time timestamptz not null,
  clock_out_time timestamptz check (clock_out_time >= clock_in_time),
  primary key (company_id, session_id),
  foreign key (company_id, ticket_id, job_number) references job,
  exclude using gist (
    company_id with =, technician_id with =, tstzrange(clock_in_time, clock_out_time) with &&
  )
);
create index clock_session_job on clock_session (company_id, ticket_id, job_number);

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
comment on column assignment.date is 'in the company''s days';

-- The trail, the activity list, the live feed and the resume point, all in one. The version's row
-- lock makes versions follow commit order: a reader who has seen 41 can never later meet a 40.
create table company_version (
  company_id uuid primary key,
  version bigint not null default 0
);
create table change (
  company_id uuid not null,
  version bigint not null,
  kind text not null,
  id text not null,
  verb text not null,
  at timestamptz not null,
  actor text not null,
  actor_name text not null,
  card jsonb,
  primary key (company_id, version, kind, id)
);
create index change_of on change (company_id, kind, id, version);

-- A command's answer, kept so that the same command twice is once.
create table answer (
  actor text not null,
  key uuid not null,
  command text not null,
  body_hash text not null,
  answer jsonb,
  at timestamptz not null,
  primary key (actor, key)
);
create index answer_at on answer (at);

-- What belongs to nobody's company: keyed by VIN or by person.
create table rig (
  vin text primary key,
  make text not null,
  model text not null,
  year text not null,
  axle_amount text,
  customer_uuid uuid not null,
  assigned boolean not null,
  rv_image text,
  added_at timestamptz not null
);
create index rig_prefix on rig (vin text_pattern_ops);
create table customer (
  customer_uuid uuid primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  address text,
  latitude double precision,
  longitude double precision
);
create table work_history (
  vin text not null,
  company_id uuid not null,
  ticket_id integer not null,
  completed_timestamp timestamptz not null,
  time_zone text not null,
  technician text not null,
  total_balance bigint not null,
  work jsonb not null,
  primary key (vin, company_id, ticket_id)
);
create index work_history_newest on work_history (vin, completed_timestamp desc);

-- The public list: each company's public card, and the version at which it last changed.
create table directory_version (only_row boolean primary key default true check (only_row), version bigint not null);
insert into directory_version values (true, 0);
create table directory (
  company_id uuid primary key,
  version bigint not null unique,
  company_name text not null,
  company_address text,
  company_phone text not null,
  image_url text,
  trusted boolean not null,
  verified boolean not null
);
create index directory_by_name on directory (lower(company_name), company_id);

-- The walls. FORCE binds the tables' owner too, so only a role with a policy sees a row.
do $$
declare name text;
begin
  foreach name in array array['company', 'employee', 'ticket', 'job', 'part', 'clock_session', 'assignment',
                              'company_version', 'change']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_company on %I to rigwright_app
      using (company_id = app_company()) with check (company_id = app_company())', name);
    execute format('grant select, insert on %I to rigwright_app', name);
  end loop;
end $$;
grant update on company, employee, ticket, job, part, clock_session, assignment, company_version to rigwright_app;
grant delete on employee, job, part to rigwright_app;

alter table answer enable row level security;
alter table answer force row level security;
create policy own_answers on answer to rigwright_app using (actor = app_actor()) with check (actor = app_actor());
grant select, insert, update on answer to rigwright_app;

-- A customer's record opens only to a company that has had a ticket of that customer.
alter table customer enable row level security;
alter table customer force row level security;
create policy known_customer on customer to rigwright_app
  using (exists (select from ticket
                 where ticket.company_id = app_company() and ticket.customer_uuid = customer.customer_uuid))
  with check (true);
grant select, insert, update on customer to rigwright_app;

grant select, insert on work_history to rigwright_app;
grant select, insert, update on rig to rigwright_app;
grant select, insert, update on directory, directory_version to rigwright_app;

-- Looking across companies happens here and nowhere else. Each function carries its predicate.
create policy reach on company for select to rigwright_reach using (true);
create policy reach on employee for select to rigwright_reach using (true);
create policy reach on company_version for select to rigwright_reach using (true);
create policy reach on answer for delete to rigwright_reach using (true);
create policy reach_old on answer for select to rigwright_reach using (true);
grant select on company, employee, company_version to rigwright_reach;
grant select, delete on answer to rigwright_reach;
grant select, insert, delete on auth_user, auth_credential, auth_session to rigwright_reach;

-- Who an account is: the owner of a company, an employee of one, or neither.
create function account_standing(account uuid)
  returns table (kind text, company_id uuid, time_zone text, is_service_writer boolean, is_technician boolean)
  language sql stable security definer set search_path from current
  as $$
    select 'owner', c.company_id, c.time_zone, false, false from company c where c.company_id = account
    union all
    select 'employee', e.company_id, c.time_zone, e.is_service_writer, e.is_technician
      from employee e join company c on c.company_id = e.company_id
      where e.employee_id = account
  $$;

-- An account and its password, or a unique violation on the email.
create function create_account(account uuid, account_name text, account_email text, password_hash text, at timestamptz)
  returns void language sql security definer set search_path from current
  as $$
    insert into auth_user (id, name, email, created_at, updated_at)
      values (account, account_name, account_email, at, at);
    insert into auth_credential (id, user_id, account_id, provider_id, password, created_at, updated_at)
      values (gen_random_uuid(), account, account::text, 'credential', password_hash, at, at);
  $$;

-- Ends the account of an employee of the company at work, with all its sessions.
create function delete_employee_account(account uuid) returns void
  language sql security definer set search_path from current
  as $$
    delete from auth_user u
      where u.id = account
        and exists (select from employee e where e.employee_id = account and e.company_id = app_company())
  $$;

-- How far each of these companies' trails has come; nothing else of them.
create function company_versions(companies uuid[]) returns table (company_id uuid, version bigint)
  language sql stable security definer set search_path from current
  as $$ select v.company_id, v.version from company_version v where v.company_id = any(companies) $$;

-- Answers are kept seven days.
create function forget_old_answers(before timestamptz) returns void
  language sql security definer set search_path from current
  as $$ delete from answer where at < before $$;

do $$
declare signature text;
begin
  foreach signature in array array[
    'account_standing(uuid)', 'create_account(uuid, text, text, text, timestamptz)',
    'delete_employee_account(uuid)', 'company_versions(uuid[])', 'forget_old_answers(timestamptz)']
  loop
    execute format('alter function %s owner to rigwright_reach', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to rigwright_app', signature);
  end loop;
end $$;
do $$
begin
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
