-- The link by which a customer follows a ticket. People get this id signed by the server, so a copy of the database
-- alone opens no link.
create table ticket_link (
  company_id uuid not null,
  link_id uuid not null,
  ticket_id integer not null,
  created_at timestamptz not null,
  made_by text not null,
  made_by_name text not null,
  revoked_at timestamptz,
  -- When its question was first answered correctly.
  opened_at timestamptz,
  wrong_answers integer not null default 0,
  primary key (company_id, link_id),
  foreign key (company_id, ticket_id) references ticket
);
comment on column ticket_link.wrong_answers is 'in total; too many lock the link';
create unique index ticket_link_in_use on ticket_link (company_id, ticket_id) where revoked_at is null;
alter table ticket_link enable row level security, force row level security;
create policy own_company on ticket_link to rigwright_app
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy backup on ticket_link for select to rigwright_backup using (true);
grant select, insert, update on ticket_link to rigwright_app;

-- What a company and a ticket's customer write to each other.
create table ticket_message (
  company_id uuid not null,
  ticket_id integer not null,
  message_id uuid not null,
  at timestamptz not null,
  by text not null check (by in ('customer', 'desk')),
  author_id text not null,
  author_name text not null,
  -- No foreign key: the line may be deleted, and what was written about it stays.
  job_number integer,
  text text not null check (text <> ''),
  -- When the desk first saw a customer's message; null for the desk's own.
  read_at timestamptz,
  primary key (company_id, ticket_id, message_id),
  foreign key (company_id, ticket_id) references ticket
);
create index ticket_message_time on ticket_message (company_id, ticket_id, at, message_id);
create index ticket_message_unread on ticket_message (company_id) where by = 'customer' and read_at is null;
alter table ticket_message enable row level security, force row level security;
create policy own_company on ticket_message to rigwright_app
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy backup on ticket_message for select to rigwright_backup using (true);
-- A message is never changed.
grant select, insert, update (read_at) on ticket_message to rigwright_app;

-- Browsers in which a ticket's customer gets notifications, each with the address and keys from its push service.
create table push_subscription (
  company_id uuid not null,
  subscription_id uuid not null,
  ticket_id integer not null,
  link_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  -- The server's public key that the browser subscribed under: a push service takes messages of no other.
  server_key text,
  primary key (company_id, subscription_id),
  unique (company_id, ticket_id, endpoint),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, link_id) references ticket_link
);
comment on column push_subscription.p256dh is
  'the browser''s public key: only the browser can read what is encrypted with it';
create index push_subscription_link on push_subscription (company_id, link_id);
alter table push_subscription enable row level security, force row level security;
create policy own_company on push_subscription to rigwright_app
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy backup on push_subscription for select to rigwright_backup using (true);
create policy definer on push_subscription to rigwright_definer using (true) with check (true);
grant select, insert, update, delete on push_subscription to rigwright_app;
grant select, delete on push_subscription to rigwright_definer;

-- A link shows nothing any more some time after its ticket was done; its subscriptions go then.
create function delete_ended_push_subscriptions(ended timestamptz) returns void
  language sql security definer set search_path from current
  as $$
    delete from push_subscription s using ticket t
      where t.company_id = s.company_id and t.ticket_id = s.ticket_id
        and t.state in ('recorded', 'declined') and t.transitioned_at <= ended
  $$;

alter function delete_ended_push_subscriptions owner to rigwright_definer;
revoke all on function delete_ended_push_subscriptions from public;
