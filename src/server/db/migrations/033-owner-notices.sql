-- Which emails about what customers do the owner gets, and when; a kind that is not in it is emailed at once.
alter table company_preference add column notices jsonb not null default '{}';

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
alter table owner_notice enable row level security, force row level security;
create policy own_company on owner_notice to rigwright_app
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy definer on owner_notice for select to rigwright_definer using (true);
create policy backup on owner_notice for select to rigwright_backup using (true);
-- A notice is never changed; 'update' is what locks a row.
grant select, insert, update (due_at), delete on owner_notice to rigwright_app;
grant select on owner_notice to rigwright_definer;

-- The companies with notices that are due, and whether their owner's email is confirmed. The server asks for its
-- emails; no request may.
create function due_notices(as_of timestamptz)
  returns table (company_id uuid, time_zone text, is_confirmed boolean)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query select c.company_id, c.time_zone, u.email_verified
    from company c join auth_user u on u.id = c.company_id
    where c.suspended_at is null
      and exists (select from owner_notice n where n.company_id = c.company_id and n.due_at <= as_of);
  end $$;

-- The email that the owner of the current company logs in with, and whether it is confirmed.
create function owner_mailbox() returns table (email text, is_confirmed boolean)
  language sql stable security definer set search_path from current
  as $$ select u.email, u.email_verified from auth_user u where u.id = app_company() $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function due_notices owner to rigwright_definer;
alter function owner_mailbox owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function due_notices, owner_mailbox from public;
grant execute on function owner_mailbox to rigwright_app;
