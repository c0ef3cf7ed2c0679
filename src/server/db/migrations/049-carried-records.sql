-- What a company's file had beside the tree and what counts for nothing here: reviews, badges, marks, the log. It is
-- carried for the company's next export, and shown nowhere.
create table carried_record (
  company_id uuid not null references company,
  kind text not null check (kind in ('company', 'ticket', 'log')),
  position integer not null,
  content json not null,
  primary key (company_id, kind, position)
);
comment on column carried_record.position is 'of a ticket its id; the log is numbered from 1';
comment on column carried_record.content is 'not jsonb: an export gives it back to the byte, in the order of its keys';
alter table carried_record enable row level security, force row level security;
create policy own_company on carried_record to rigwright_app
  using (company_id = app_company()) with check (company_id = app_company());
create policy backup on carried_record for select to rigwright_backup using (true);
grant select, insert, delete on carried_record to rigwright_app;
