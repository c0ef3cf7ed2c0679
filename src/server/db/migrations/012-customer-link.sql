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
  -- A network that gives too many wrong answers to a link's question within an hour has to wait, which the desk sees
  -- and ends. Its tries are counted under the number of unlocks.
  locked_until timestamptz,
  unlocks integer not null default 0,
  confirmed_email text,
  primary key (company_id, link_id),
  foreign key (company_id, ticket_id) references ticket
);
comment on column ticket_link.wrong_answers is 'in total; too many lock the link';
comment on column ticket_link.confirmed_email
  is 'the customer''s email, in lower case, at which they got the link that they opened';
create unique index ticket_link_in_use on ticket_link (company_id, ticket_id) where revoked_at is null;
select declare_company_table(
  'ticket_link',
  app => 'select, insert, update',
  definer => 'select (company_id, link_id)'
);

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
  read_at timestamptz,
  -- When the customer is emailed what the desk wrote and they have not read; null once they have, or the email was
  -- queued.
  email_due_at timestamptz,
  email_outcome text check (email_outcome in ('posted', 'no-mail', 'no-address', 'too-many', 'unconfirmed')),
  primary key (company_id, ticket_id, message_id),
  foreign key (company_id, ticket_id) references ticket
);
comment on column ticket_message.email_outcome is 'what became of that email; null without one';
comment on column ticket_message.read_at is 'when the other side first saw it';
create index ticket_message_time on ticket_message (company_id, ticket_id, at, message_id);
create index ticket_message_unread on ticket_message (company_id) where by = 'customer' and read_at is null;
create index ticket_message_email_due on ticket_message (company_id, email_due_at) where email_due_at is not null;
-- A message is never changed.
select declare_company_table(
  'ticket_message',
  app => 'select, insert, update (read_at, email_due_at, email_outcome)',
  definer => 'select',
  eraser => 'update (author_name, text)'
);

-- Tickets with an unread message whose email is due. The server asks for its emails; no request may.
create function unread_messages(as_of timestamptz, among uuid[])
  returns table (company_id uuid, ticket_id integer, time_zone text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select distinct m.company_id, m.ticket_id, c.time_zone
      from ticket_message m join company c on c.company_id = m.company_id
      where m.email_due_at <= as_of and c.suspended_at is null and (among is null or m.company_id = any(among));
  end $$;

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
select declare_company_table(
  'push_subscription',
  app => 'select, insert, update, delete',
  definer => 'select, delete'
);

-- A link shows nothing any more some time after its ticket was done; its subscriptions go then.
create function delete_ended_push_subscriptions(ended timestamptz) returns void
  language plpgsql security definer set search_path from current
  as $$
  begin
    delete from push_subscription s using ticket t
      where t.company_id = s.company_id and t.ticket_id = s.ticket_id
        and t.state in ('recorded', 'declined', 'closed') and t.transitioned_at <= ended;
  end $$;
