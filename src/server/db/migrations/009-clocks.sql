-- A person runs one clock at a time: two sessions of a technician never overlap, whatever the code does.
create table clock_session (
  company_id uuid not null,
  session_id uuid not null,
  ticket_id integer not null,
  job_number integer not null,
  technician_id uuid not null,
  clock_in_time timestamptz not null,
  clock_out_time timestamptz check (clock_out_time >= clock_in_time),
  technician text not null,
  is_corrected boolean not null default false,
  checked_at timestamptz,
  primary key (company_id, session_id),
  foreign key (company_id, ticket_id, job_number) references job,
  exclude using gist (
    company_id with =, technician_id with =, tstzrange(clock_in_time, clock_out_time) with &&
  )
);
comment on column clock_session.checked_at is 'when the desk last corrected or confirmed it';
create index clock_session_job on clock_session (company_id, ticket_id, job_number);
create index clock_session_running on clock_session (company_id, technician_id) where clock_out_time is null;
create index clock_session_ended on clock_session (company_id, clock_out_time);
alter table clock_session enable row level security, force row level security;
create policy own_company on clock_session to rigwright_app
  using (company_id = (select app_company())) with check (company_id = app_company());
create policy backup on clock_session for select to rigwright_backup using (true);
grant select, insert, update on clock_session to rigwright_app;

-- What the clock said before the desk corrected it, and why.
create table clock_correction (
  company_id uuid not null,
  session_id uuid not null,
  position integer not null,
  at timestamptz not null,
  actor uuid not null,
  actor_name text not null,
  reason text not null,
  clock_in_before timestamptz not null,
  clock_in_after timestamptz not null,
  clock_out_before timestamptz,
  clock_out_after timestamptz,
  primary key (company_id, session_id, position),
  foreign key (company_id, session_id) references clock_session
);
comment on column clock_correction.position is 'counts the corrections of one session from 1';
alter table clock_correction enable row level security, force row level security;
create policy own_company on clock_correction to rigwright_app
  using (company_id = (select app_company())) with check (company_id = app_company());
create policy backup on clock_correction for select to rigwright_backup using (true);
grant select, insert on clock_correction to rigwright_app;
