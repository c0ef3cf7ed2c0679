-- The browsers in which a ticket's customer wants to be told, each with the address and keys that its maker's
-- push service gave it.
create table push_subscription (
  company_id uuid not null,
  subscription_id uuid not null,
  ticket_id integer not null,
  link_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  made_at timestamptz not null,
  primary key (company_id, subscription_id),
  unique (company_id, ticket_id, endpoint),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, link_id) references ticket_link
);
comment on column push_subscription.p256dh is 'the browser''s public key: what it is sent only it can read';
create index push_subscription_of_link on push_subscription (company_id, link_id);

alter table push_subscription enable row level security;
alter table push_subscription force row level security;
create policy own_company on push_subscription to rigwright_app
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy keeper on push_subscription for select to rigwright_keeper using (true);
create policy reach on push_subscription to rigwright_reach using (true) with check (true);
grant select, insert, update, delete on push_subscription to rigwright_app;
grant select, delete on push_subscription to rigwright_reach;
grant select (moved_at) on ticket to rigwright_reach;

-- News on its way to a phone, from the work that caused it until a push service has it or it is old. As a letter:
-- a piece of work may put one in and read none.
create table push_note (
  note_id uuid primary key,
  company_id uuid not null,
  subscription_id uuid not null,
  text text not null,
  is_urgent boolean not null,
  at timestamptz not null,
  tries integer not null default 0,
  next_try timestamptz not null,
  last_fault text
);
create index push_note_waiting on push_note (next_try);
create index push_note_of_phone on push_note (subscription_id, at);
alter table push_note enable row level security;
alter table push_note force row level security;
create policy written on push_note for insert to rigwright_app with check (company_id = (select app_company()));
create policy keeper on push_note for select to rigwright_keeper using (true);
create policy reach on push_note to rigwright_reach using (true) with check (true);
grant insert on push_note to rigwright_app;
grant select, update, delete on push_note to rigwright_reach;

-- A link shows nothing any more some time after its ticket was done; what was to be told by it goes as well.
create function forget_ended_phones(ended timestamptz) returns void
  language sql security definer set search_path from current
  as $$
    delete from push_subscription s using ticket t
      where t.company_id = s.company_id and t.ticket_id = s.ticket_id
        and t.state in ('recorded', 'declined') and t.moved_at <= ended
  $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_reach', current_schema());
  alter function forget_ended_phones(timestamptz) owner to rigwright_reach;
  revoke all on function forget_ended_phones(timestamptz) from public;
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
