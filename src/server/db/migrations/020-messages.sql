-- What a company and a ticket's customer write to each other, by the customer's link.
create table ticket_message (
  company_id uuid not null,
  ticket_id integer not null,
  message_id uuid not null,
  at timestamptz not null,
  by text not null check (by in ('customer', 'desk')),
  author_id text not null,
  author_name text not null,
  -- The line may be gone by now: what was written about it stays.
  job_number integer,
  text text not null check (text <> ''),
  -- When somebody of the desk saw what a customer wrote; of the desk's own it stays empty.
  seen_at timestamptz,
  primary key (company_id, ticket_id, message_id),
  foreign key (company_id, ticket_id) references ticket
);
create index ticket_message_in_order on ticket_message (company_id, ticket_id, at, message_id);
create index ticket_message_unseen on ticket_message (company_id) where by = 'customer' and seen_at is null;

alter table ticket_message enable row level security;
alter table ticket_message force row level security;
create policy own_company on ticket_message to rigwright_app
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy keeper on ticket_message for select to rigwright_keeper using (true);
grant select, insert on ticket_message to rigwright_app;
-- What was written stays as it was written.
grant update (seen_at) on ticket_message to rigwright_app;

-- What the work on a ticket waits for, and since when. No row: for nothing.
create table ticket_waiting (
  company_id uuid not null,
  ticket_id integer not null,
  reason text not null check (reason in ('part', 'customer', 'weather', 'warranty')),
  note text not null,
  since timestamptz not null,
  until date,
  set_by text not null,
  set_by_name text not null,
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references ticket
);
comment on column ticket_waiting.until is 'in the company''s days';

alter table ticket_waiting enable row level security;
alter table ticket_waiting force row level security;
create policy own_company on ticket_waiting to rigwright_app
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy keeper on ticket_waiting for select to rigwright_keeper using (true);
grant select, insert, update, delete on ticket_waiting to rigwright_app;
