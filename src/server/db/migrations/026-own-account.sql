-- Making an account of no company by a letter's link, and what its owner sees of the tickets under their email.
-- Whose account it is, is who is at work.

-- Keeps a link to join, whether somebody has this email or not; answers whether.
create function begin_join(join_email text, link text, at timestamptz, until timestamptz) returns boolean
  language sql security definer set search_path from current
  as $$
    -- What else is kept here is of accounts, by their ids: those are no emails.
    insert into auth_verification (identifier, value, expires_at, created_at, updated_at)
      select link, join_email, until, at, at where join_email like '%_@_%';
    select exists (select from auth_user where email = join_email);
  $$;
-- The email that a link to join was sent to; null for one that opens nothing.
create function joining_email(link text, at timestamptz) returns text
  language sql stable security definer set search_path from current
  as $$ select value from auth_verification where identifier = link and value like '%_@_%' and expires_at > at $$;
-- The same, and neither this link nor any other that was sent there opens anything afterwards.
create function take_join(link text, at timestamptz) returns text
  language sql security definer set search_path from current
  as $$
    with taken as (
      delete from auth_verification where identifier = link and value like '%_@_%' and expires_at > at
      returning value),
    others as (
      delete from auth_verification v using taken where v.value = taken.value and v.identifier <> link)
    select value from taken
  $$;

create function own_email() returns text
  language sql stable security definer set search_path from current
  as $$
    select u.email from auth_user u
    where u.id::text = app_actor() and u.email_verified
      and not exists (select from account_company a where a.account_id = u.id)
  $$;
create function rename_own_account(account_name text, at timestamptz) returns void
  language sql security definer set search_path from current
  as $$
    update auth_user u set name = account_name, updated_at = at
    where u.id::text = app_actor() and not exists (select from account_company a where a.account_id = u.id)
  $$;

create index ticket_email on ticket (lower(email), moved_at desc);
grant select (email, moved_at) on ticket to rigwright_reach;
-- The tickets of any company under the confirmed email of the account at work, the last moved first; those after
-- the one that is named.
create function own_tickets(after_at timestamptz, after_company uuid, after_ticket integer, most integer)
  returns table (company_id uuid, ticket_id integer, moved_at timestamptz)
  language sql stable security definer set search_path from current set enable_seqscan = off
  as $$
    select t.company_id, t.ticket_id, t.moved_at from ticket t
    where lower(t.email) = (
        select u.email from auth_user u
        where u.id::text = app_actor() and u.email_verified
          and not exists (select from account_company a where a.account_id = u.id))
      and (after_at is null
           or (t.moved_at, t.company_id, t.ticket_id) < (after_at, after_company, after_ticket))
    order by t.moved_at desc, t.company_id desc, t.ticket_id desc
    limit most
  $$;

do $$
declare signature text;
begin
  execute format('grant create on schema %I to rigwright_reach', current_schema());
  foreach signature in array array[
    'begin_join(text, text, timestamptz, timestamptz)', 'joining_email(text, timestamptz)',
    'take_join(text, timestamptz)', 'own_email()', 'rename_own_account(text, timestamptz)',
    'own_tickets(timestamptz, uuid, integer, integer)']
  loop
    execute format('alter function %s owner to rigwright_reach', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to rigwright_app', signature);
  end loop;
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
