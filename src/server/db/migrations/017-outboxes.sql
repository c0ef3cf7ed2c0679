-- Emails from the moment they are written until a server has sent them. A request may insert and never read: they
-- hold links that open accounts.
create table email_outbox (
  email_id uuid primary key,
  company_id uuid,
  recipient text not null,
  subject text not null,
  text text not null,
  html text,
  message_id text not null,
  at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  sent_at timestamptz,
  last_error text
);
comment on column email_outbox.next_attempt_at is 'null once it is sent or given up';
create index email_outbox_queue on email_outbox (next_attempt_at) where next_attempt_at is not null;
create index email_outbox_at on email_outbox (at);
alter table email_outbox enable row level security, force row level security;
create policy app_insert on email_outbox for insert to rigwright_app
  with check (company_id is not distinct from app_company());
create policy backup on email_outbox for select to rigwright_backup using (true);
create policy definer on email_outbox to rigwright_definer using (true) with check (true);
grant insert on email_outbox to rigwright_app;
grant insert on email_outbox to rigwright_definer;

-- Push messages on their way to a browser, until a push service has them or they are too old. As with emails, a
-- request may insert and never read.
create table push_outbox (
  message_id uuid primary key,
  company_id uuid not null,
  subscription_id uuid not null,
  text text not null,
  is_urgent boolean not null,
  at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text,
  -- Which push service it goes to, and until when one server is sending it: until then others leave it alone.
  service text not null default '',
  leased_until timestamptz
);
create index push_outbox_queue on push_outbox (next_attempt_at);
create index push_outbox_subscription on push_outbox (subscription_id, at);
alter table push_outbox enable row level security, force row level security;
create policy app_insert on push_outbox for insert to rigwright_app with check (company_id = (select app_company()));
create policy backup on push_outbox for select to rigwright_backup using (true);
create policy definer on push_outbox to rigwright_definer using (true) with check (true);
grant insert on push_outbox to rigwright_app;
grant select, update, delete on push_outbox to rigwright_definer;
