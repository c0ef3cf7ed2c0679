-- E-mails from the moment they are written until a server has sent them. A request may insert and never read: they
-- hold links that open accounts.
create table letter (
  letter_id uuid primary key,
  company_id uuid,
  recipient text not null,
  subject text not null,
  text text not null,
  html text,
  message_id text not null,
  at timestamptz not null,
  tries integer not null default 0,
  next_try timestamptz,
  sent_at timestamptz,
  last_fault text
);
comment on column letter.next_try is 'null once it is sent, or nobody tries any more';
create index letter_waiting on letter (next_try) where next_try is not null;
create index letter_at on letter (at);
alter table letter enable row level security, force row level security;
create policy written on letter for insert to rigwright_app
  with check (company_id is not distinct from app_company());
create policy keeper on letter for select to rigwright_keeper using (true);
create policy reach on letter to rigwright_reach using (true) with check (true);
grant insert on letter to rigwright_app;
grant insert on letter to rigwright_reach;

-- Push messages on their way to a browser, until a push service has them or they are too old. As with e-mails, a
-- request may insert and never read.
create table push_note (
  note_id uuid primary key,
  company_id uuid not null,
  subscription_id uuid not null,
  text text not null,
  is_urgent boolean not null,
  at timestamptz not null,
  tries integer not null default 0,
  next_try timestamptz not null,
  last_fault text,
  -- Which push service it goes to, and until when one server is sending it: until then others leave it alone.
  service text not null default '',
  held_until timestamptz
);
create index push_note_waiting on push_note (next_try);
create index push_note_of_phone on push_note (subscription_id, at);
alter table push_note enable row level security, force row level security;
create policy written on push_note for insert to rigwright_app with check (company_id = (select app_company()));
create policy keeper on push_note for select to rigwright_keeper using (true);
create policy reach on push_note to rigwright_reach using (true) with check (true);
grant insert on push_note to rigwright_app;
grant select, update, delete on push_note to rigwright_reach;
