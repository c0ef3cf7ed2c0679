-- What was exported for bookkeeping, so that each entry is exported once for each program.
create table bookkeeping_export (
  company_id uuid not null references company,
  export_id uuid not null,
  target text not null check (target in ('journal', 'quickbooks-online', 'quickbooks-desktop')),
  from_day date not null,
  to_day date not null,
  entry_count integer not null,
  exported_at timestamptz not null,
  exported_by text not null,
  exported_by_name text not null,
  primary key (company_id, export_id)
);
alter table bookkeeping_export enable row level security, force row level security;
create policy own_company on bookkeeping_export to rigwright_app
  using (company_id = app_company()) with check (company_id = app_company());
create policy backup on bookkeeping_export for select to rigwright_backup using (true);
grant select, insert on bookkeeping_export to rigwright_app;

create table exported_entry (
  company_id uuid not null,
  target text not null,
  entry_id uuid not null,
  export_id uuid not null,
  primary key (company_id, target, entry_id),
  foreign key (company_id, export_id) references bookkeeping_export
);
comment on column exported_entry.entry_id is 'an invoice, a credit note, or an entry of the ledger';
create index exported_entry_export on exported_entry (company_id, export_id);
alter table exported_entry enable row level security, force row level security;
create policy own_company on exported_entry to rigwright_app
  using (company_id = app_company()) with check (company_id = app_company());
create policy backup on exported_entry for select to rigwright_backup using (true);
grant select, insert on exported_entry to rigwright_app;
