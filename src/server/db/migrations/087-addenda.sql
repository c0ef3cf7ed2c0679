-- What the desk adds to a ticket after it was completed. Its photos are the ticket's, on one of its job lines.
create table addendum (
  company_id uuid not null,
  ticket_id integer not null,
  addendum_id uuid not null,
  added_at timestamptz not null,
  added_by text not null,
  added_by_name text not null,
  text text not null,
  primary key (company_id, ticket_id, addendum_id),
  foreign key (company_id, ticket_id) references ticket
);
alter table addendum enable row level security, force row level security;
create policy own_company on addendum to rigwright_app
  using (company_id = app_company()) with check (company_id = app_company());
create policy backup on addendum for select to rigwright_backup using (true);
create policy definer on addendum for select to rigwright_definer using (true);
-- An addendum is never changed.
grant select, insert on addendum to rigwright_app;
grant select on addendum to rigwright_definer;

-- No foreign key: on a cluster the photos are distributed, and a new table is not until its operator does it.
alter table photo add column addendum_id uuid;
comment on column photo.addendum_id is 'the addendum that it came with; null for a photo of the work';
