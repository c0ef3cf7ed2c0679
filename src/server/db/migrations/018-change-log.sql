-- One table for the audit trail, the activity list, the live feed and its resume point. The row lock on the version
-- makes versions follow commit order: a reader who has seen 41 can never later meet a 40.
create table company_version (
  company_id uuid primary key,
  version bigint not null default 0
);
alter table company_version enable row level security, force row level security;
create policy own_company on company_version to rigwright_app
  using (company_id = (select app_company())) with check (company_id = app_company());
create policy backup on company_version for select to rigwright_backup using (true);
create policy definer on company_version for select to rigwright_definer using (true);
grant select, insert, update on company_version to rigwright_app;
grant select on company_version to rigwright_definer;

create table change_log (
  company_id uuid not null,
  version bigint not null,
  kind text not null,
  id text not null,
  verb text not null,
  at timestamptz not null,
  actor text not null,
  actor_name text not null,
  card jsonb,
  seq integer not null default 1,
  detail jsonb,
  primary key (company_id, version, seq)
);
comment on column change_log.seq is 'counts the rows of one version from 1';
comment on column change_log.detail is 'what the activity sentence needs besides who and when; never money';
create index change_log_subject on change_log (company_id, kind, id, version, seq);
alter table change_log enable row level security, force row level security;
create policy own_company on change_log to rigwright_app
  using (company_id = (select app_company())) with check (company_id = app_company());
create policy backup on change_log for select to rigwright_backup using (true);
grant select, insert on change_log to rigwright_app;

-- How far the change logs of these companies have come, and nothing else about them.
create function company_versions(companies uuid[]) returns table (company_id uuid, version bigint)
  language sql stable security definer set search_path from current
  as $$ select v.company_id, v.version from company_version v where v.company_id = any(companies) $$;

alter function company_versions owner to rigwright_definer;
revoke all on function company_versions from public;
grant execute on function company_versions to rigwright_app;
