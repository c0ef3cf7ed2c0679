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
  last_error text,
  -- Who an email is from, and who gets the answer; null for the product itself.
  sender_name text,
  reply_to text,
  -- The document that is rendered as a PDF right before the email is sent, as it was when the email was written.
  attachment jsonb
);
comment on column email_outbox.next_attempt_at is 'null once it is sent or given up';
create index email_outbox_queue on email_outbox (next_attempt_at) where next_attempt_at is not null;
create index email_outbox_at on email_outbox (at);
select declare_protected_table(
  'email_outbox',
  app => 'insert',
  definer => 'select (email_id, company_id, recipient, text), insert, delete',
  eraser => 'select (company_id, recipient), delete'
);
create policy eraser_select on email_outbox for select to rigwright_eraser using (company_id = app_company());
create policy eraser_delete on email_outbox for delete to rigwright_eraser using (company_id = app_company());
create policy app_insert on email_outbox for insert to rigwright_app
  with check (company_id is not distinct from app_company());

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
select declare_protected_table(
  'push_outbox',
  app => 'insert',
  definer => 'select, update, delete',
  eraser => 'select (company_id, subscription_id), delete'
);
create policy eraser_select on push_outbox for select to rigwright_eraser using (company_id = app_company());
create policy eraser_delete on push_outbox for delete to rigwright_eraser using (company_id = app_company());
create policy app_insert on push_outbox for insert to rigwright_app with check (company_id = app_company());

-- What the owner is yet to be emailed. A row is deleted in the transaction that queues the email.
create table owner_notice (
  company_id uuid not null,
  notice_id uuid not null,
  ticket_id integer not null,
  kind text not null,
  -- What its sentence needs.
  content jsonb not null,
  at timestamptz not null,
  due_at timestamptz not null,
  primary key (company_id, notice_id),
  foreign key (company_id, ticket_id) references ticket
);
create index owner_notice_due on owner_notice (company_id, due_at);
-- A notice is never changed; 'update' is what locks a row.
select declare_company_table('owner_notice', app => 'select, insert, update (due_at), delete', definer => 'select');

-- The companies with notices that are due, and whether their owner's email is confirmed. The server asks for its
-- emails; no request may.
create function due_notices(as_of timestamptz, among uuid[])
  returns table (company_id uuid, time_zone text, is_confirmed boolean)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select due.company_id, due.time_zone, u.email_verified
      from (
        select distinct c.company_id, c.time_zone
        from owner_notice n join company c on c.company_id = n.company_id
        where n.due_at <= as_of and c.suspended_at is null and (among is null or n.company_id = any(among))
      ) as due join auth_user u on u.id = due.company_id;
  end $$;
