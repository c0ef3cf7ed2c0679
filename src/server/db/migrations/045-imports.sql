-- What a company brought along from another system. The items make it possible to undo exactly what a run brought.
create table import_run (
  company_id uuid not null references company,
  import_id uuid not null,
  source text not null check (source in ('tree', 'customers', 'employees', 'work')),
  file_name text not null,
  file_hash text not null,
  state text not null check (state in ('running', 'done', 'failed', 'undone')),
  row_count integer not null,
  rows_done integer not null default 0,
  report jsonb not null,
  started_at timestamptz not null,
  started_by text not null,
  started_by_name text not null,
  finished_at timestamptz,
  undone_at timestamptz,
  primary key (company_id, import_id)
);
comment on column import_run.file_hash is 'SHA-256 in hex: the same file again changes nothing';
comment on column import_run.report is 'what was counted, skipped and mended';
alter table import_run enable row level security, force row level security;
create policy own_company on import_run to rigwright_app
  using (company_id = app_company()) with check (company_id = app_company());
create policy backup on import_run for select to rigwright_backup using (true);
grant select, insert, update on import_run to rigwright_app;

create table import_item (
  company_id uuid not null,
  import_id uuid not null,
  kind text not null check (kind in ('company', 'employee', 'ticket', 'customer', 'rig', 'history')),
  item_id text not null,
  fingerprint text not null,
  primary key (company_id, import_id, kind, item_id),
  foreign key (company_id, import_id) references import_run
);
comment on column import_item.fingerprint is 'SHA-256 in hex of what was written; another one later means somebody worked on it';
alter table import_item enable row level security, force row level security;
create policy own_company on import_item to rigwright_app
  using (company_id = app_company()) with check (company_id = app_company());
create policy backup on import_item for select to rigwright_backup using (true);
grant select, insert, delete on import_item to rigwright_app;

alter table ticket add column imported_balance bigint;
comment on column ticket.imported_balance is 'cents: the total that an imported ticket had, whatever its lines add up to';
alter table work_history add column imported_at timestamptz;
comment on column work_history.imported_at is 'when the company brought the visit along; such visits earn nothing';
