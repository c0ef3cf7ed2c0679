-- What a customer was asked to pay for, line by line, and what they answered. Each line is kept whole, as it was asked
-- and as it was answered: words, hours and prices.
create table approval_request (
  company_id uuid not null,
  ticket_id integer not null,
  request_id uuid not null,
  position integer not null,
  asked_at timestamptz not null,
  asked_by text not null,
  asked_by_name text not null,
  note text not null,
  primary key (company_id, ticket_id, request_id),
  unique (company_id, ticket_id, position),
  foreign key (company_id, ticket_id) references ticket
);
comment on column approval_request.position is 'counts the requests of a ticket from 1';
alter table approval_request enable row level security, force row level security;
create policy own_company on approval_request to rigwright_app
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy backup on approval_request for select to rigwright_backup using (true);
grant select, insert on approval_request to rigwright_app;

create table approval_line (
  company_id uuid not null,
  ticket_id integer not null,
  request_id uuid not null,
  job_number integer not null,
  asked jsonb not null,
  asked_version text not null,
  state text not null check (state in ('open', 'approved', 'declined', 'withdrawn')),
  ended_at timestamptz,
  ended_by text,
  ended_by_name text,
  how text check (how in ('link', 'phone')),
  address text,
  shown jsonb,
  shown_version text,
  primary key (company_id, ticket_id, request_id, job_number),
  foreign key (company_id, ticket_id, request_id) references approval_request,
  check ((state = 'open') = (ended_at is null)),
  check ((state in ('approved', 'declined')) = (shown is not null and how is not null))
);
comment on column approval_line.shown is 'what was on the screen, or read out, when it was answered';
comment on column approval_line.address is 'the network address of an answer by the link';
-- A line has one open request at a time.
create unique index approval_line_open on approval_line (company_id, ticket_id, job_number) where state = 'open';
alter table approval_line enable row level security, force row level security;
create policy own_company on approval_line to rigwright_app
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy backup on approval_line for select to rigwright_backup using (true);
grant select, insert, update on approval_line to rigwright_app;
