-- As in 026, and the account at work is found by its key, however many there are: its id was compared as text, which no
-- index knows.
create function own_account() returns uuid
  language sql stable
  as $$ select case when app_actor() ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then app_actor()::uuid end $$;

create or replace function own_email() returns text
  language sql stable security definer set search_path from current
  as $$
    select u.email from auth_user u
    where u.id = own_account() and u.email_verified
      and not exists (select from account_company a where a.account_id = u.id)
  $$;
create or replace function rename_own_account(account_name text, at timestamptz) returns void
  language sql security definer set search_path from current
  as $$
    update auth_user u set name = account_name, updated_at = at
    where u.id = own_account() and not exists (select from account_company a where a.account_id = u.id)
  $$;

create or replace function own_tickets(after_at timestamptz, after_company uuid, after_ticket integer, most integer)
  returns table (company_id uuid, ticket_id integer, moved_at timestamptz)
  language sql stable security definer set search_path from current set enable_seqscan = off
  as $$
    select t.company_id, t.ticket_id, t.moved_at from ticket t
    where lower(t.email) = (
        select u.email from auth_user u
        where u.id = own_account() and u.email_verified
          and not exists (select from account_company a where a.account_id = u.id))
      and (after_at is null
           or (t.moved_at, t.company_id, t.ticket_id) < (after_at, after_company, after_ticket))
    order by t.moved_at desc, t.company_id desc, t.ticket_id desc
    limit most
  $$;
