-- Exports of everything that a company has, made in the background. The archive is in the file store for a day.
create table company_export (
  company_id uuid not null references company,
  export_id uuid not null,
  state text not null check (state in ('running', 'ready', 'failed', 'expired')),
  requested_at timestamptz not null,
  requested_by_name text not null,
  attempts integer not null default 0,
  leased_until timestamptz not null,
  reads integer not null default 0,
  total_reads integer,
  missing_images integer not null default 0,
  failure text check (failure in ('disk-full', 'suspended', 'interrupted', 'error')),
  finished_at timestamptz,
  expires_at timestamptz,
  file_id uuid,
  bytes bigint,
  primary key (company_id, export_id),
  check ((state = 'ready') = (file_id is not null))
);
comment on column company_export.leased_until is 'while it runs: when another server may start it again';
comment on column company_export.reads is 'tickets and images that were read, out of total_reads';
comment on column company_export.file_id is 'its archive in the file store';
create unique index company_export_running on company_export (company_id) where state = 'running';
create index company_export_leased on company_export (leased_until) where state = 'running';
create index company_export_expiring on company_export (expires_at) where state = 'ready';
alter table company_export enable row level security, force row level security;
create policy own_company on company_export to rigwright_app
  using (company_id = app_company()) with check (company_id = app_company());
create policy definer on company_export for select to rigwright_definer using (true);
create policy backup on company_export for select to rigwright_backup using (true);
grant select, insert, update, delete on company_export to rigwright_app;
grant select on company_export to rigwright_definer;

-- The exports that wait to be made or deleted, of all companies, in the order in which they became due.
create function due_company_exports(as_of timestamptz)
  returns table (company_id uuid, export_id uuid, state text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select e.company_id, e.export_id, e.state from company_export e
      where (e.state = 'running' and e.leased_until <= as_of) or (e.state = 'ready' and e.expires_at <= as_of)
      order by coalesce(e.expires_at, e.leased_until);
  end $$;
do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function due_company_exports owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function due_company_exports from public;
grant execute on function due_company_exports to rigwright_app;
