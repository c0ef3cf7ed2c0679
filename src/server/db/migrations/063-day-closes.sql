-- How a company closed its days: what was expected and counted. Never changed; a day is corrected by closing it again.
create table day_close (
  company_id uuid not null references company,
  close_id uuid not null,
  day date not null,
  position integer not null,
  lines jsonb not null,
  note text not null,
  closed_at timestamptz not null,
  closed_by text not null,
  closed_by_name text not null,
  primary key (company_id, close_id),
  unique (company_id, day, position)
);
comment on column day_close.day is 'on the company''s calendar';
comment on column day_close.position is 'counts the closes of a day from 1; the last one counts';
comment on column day_close.lines is 'by method: in, out, expected, counted; cents';
alter table day_close enable row level security, force row level security;
create policy own_company on day_close to rigwright_app
  using (company_id = app_company()) with check (company_id = app_company());
create policy backup on day_close for select to rigwright_backup using (true);
grant select, insert on day_close to rigwright_app;

create index ledger_entry_at on ledger_entry (company_id, at);
create index invoice_issued_on on invoice (company_id, issued_on);
