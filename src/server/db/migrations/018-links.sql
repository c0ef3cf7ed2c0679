-- The link by which a customer follows one ticket. What people are given is this id, sealed by the server: a
-- copy of the database alone opens none.
create table ticket_link (
  company_id uuid not null,
  link_id uuid not null,
  ticket_id integer not null,
  made_at timestamptz not null,
  made_by text not null,
  made_by_name text not null,
  revoked_at timestamptz,
  -- When its question was first answered right.
  opened_at timestamptz,
  wrong_answers integer not null default 0,
  primary key (company_id, link_id),
  foreign key (company_id, ticket_id) references ticket
);
comment on column ticket_link.wrong_answers is 'in all; too many close it';
create unique index ticket_link_in_use on ticket_link (company_id, ticket_id) where revoked_at is null;

alter table ticket_link enable row level security;
alter table ticket_link force row level security;
create policy own_company on ticket_link to rigwright_app
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy keeper on ticket_link for select to rigwright_keeper using (true);
grant select, insert, update on ticket_link to rigwright_app;
