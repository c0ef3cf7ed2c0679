-- The trail reads as sentences: what a deed was done to, and one command may do several to one thing.
-- The owner of a table is under its forced wall as well, and is let through to bring old rows along.
alter table change add column seq integer not null default 1, add column detail jsonb;
comment on column change.seq is 'counts the rows of one version from 1';
comment on column change.detail is 'what a sentence needs besides who and when; never money';
alter table change no force row level security;
update change set seq = counted.seq
  from (select company_id, version, kind, id,
               row_number() over (partition by company_id, version order by kind, id) as seq
        from change) as counted
  where change.company_id = counted.company_id and change.version = counted.version
    and change.kind = counted.kind and change.id = counted.id;
alter table change force row level security;
alter table change drop constraint change_pkey, add primary key (company_id, version, seq);
drop index change_of;
create index change_of on change (company_id, kind, id, version, seq);

-- A session keeps the name of whoever ran the clock. Everyone who did left it in the trail.
alter table clock_session
  add column technician text not null default 'Unknown Technician',
  add column is_corrected boolean not null default false,
  add column checked_at timestamptz;
comment on column clock_session.checked_at is 'when the desk last corrected or confirmed it';
alter table change no force row level security;
alter table clock_session no force row level security;
update clock_session set technician = coalesce(
  (select actor_name from change
   where change.company_id = clock_session.company_id and actor = technician_id::text
   order by version desc limit 1), technician);
alter table clock_session force row level security;
alter table change force row level security;
alter table clock_session alter column technician drop default;
create index clock_session_running on clock_session (company_id, technician_id) where clock_out_time is null;
create index clock_session_ended on clock_session (company_id, clock_out_time);

-- What the clock had written before the desk corrected it, and why.
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
alter table clock_correction enable row level security;
alter table clock_correction force row level security;
create policy own_company on clock_correction to rigwright_app
  using (company_id = app_company()) with check (company_id = app_company());
grant select, insert on clock_correction to rigwright_app;
