-- Accounts of RV owners, who belong to no company. An account is made only once its email is confirmed.

-- Stores a sign-up link and enqueues the e-mail that brings it: `fresh`, where {token} becomes the link's token, or
-- `taken` if the email has an account. The token is made here and leaves in that e-mail alone: no request learns it,
-- or which of the two was sent.
create function write_join_letter(new_letter uuid, message text, join_email text, fresh jsonb, taken jsonb,
                                  moment timestamptz, until timestamptz) returns void
  language plpgsql security definer set search_path from current
  as $$
  declare
    -- 192 bits, of two random ids with 244.
    words text := translate(encode(substring(
      sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) for 24), 'base64'), '+/', '-_');
    link text := translate(rtrim(
      encode(sha256(convert_to('join:' || words, 'UTF8')), 'base64'), '='), '+/', '-_');
    said jsonb := fresh;
  begin
    -- What else is kept beside it is of accounts, by their ids: those are no emails.
    if join_email not like '%_@_%' then
      raise exception 'This is no email.' using errcode = 'check_violation';
    end if;
    insert into auth_verification (identifier, value, expires_at, created_at, updated_at)
      values (link, join_email, until, moment, moment);
    perform from auth_user u where u.email = join_email;
    if found then
      said := taken;
    end if;
    insert into letter (letter_id, recipient, subject, text, message_id, at, next_try)
      values (new_letter, join_email, said ->> 'subject', replace(said ->> 'text', '{token}', words), message,
              moment, moment);
  end $$;

-- The email that a sign-up link was sent to; null if the link is not valid.
create function joining_email(link text, at timestamptz) returns text
  language sql stable security definer set search_path from current
  as $$ select value from auth_verification where identifier = link and value like '%_@_%' and expires_at > at $$;

-- Creates the account under the email that this link was sent to, and returns that email; null if the link is not
-- valid. All sign-up links to that email stop working. A unique violation if the email is taken.
create function create_joined_account(link text, account uuid, account_name text, password_hash text,
                                      moment timestamptz) returns text
  language plpgsql security definer set search_path from current
  as $$
  declare joined text;
  begin
    delete from auth_verification v
      where v.identifier = link and v.value like '%_@_%' and v.expires_at > moment
      returning v.value into joined;
    if joined is null then
      return null;
    end if;
    delete from auth_verification v where v.value = joined;
    insert into auth_user (id, name, email, email_verified, created_at, updated_at)
      values (account, account_name, joined, true, moment, moment);
    insert into auth_credential (id, user_id, account_id, provider_id, password, created_at, updated_at)
      values (gen_random_uuid(), account, account::text, 'credential', password_hash, moment, moment);
    return joined;
  end $$;

-- Three functions of an earlier sign-up. They take any email and any link, so no request may call them.
create function create_rv_owner(account uuid, account_name text, account_email text, password_hash text, at timestamptz)
  returns void language sql security definer set search_path from current
  as $$
    insert into auth_user (id, name, email, email_verified, created_at, updated_at)
      values (account, account_name, account_email, true, at, at);
    insert into auth_credential (id, user_id, account_id, provider_id, password, created_at, updated_at)
      values (gen_random_uuid(), account, account::text, 'credential', password_hash, at, at);
  $$;

create function begin_join(join_email text, link text, at timestamptz, until timestamptz) returns boolean
  language sql security definer set search_path from current
  as $$
    -- What else is kept here is of accounts, by their ids: those are no emails.
    insert into auth_verification (identifier, value, expires_at, created_at, updated_at)
      select link, join_email, until, at, at where join_email like '%_@_%';
    select exists (select from auth_user where email = join_email);
  $$;

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
    where u.id = own_account() and u.email_verified
      and not exists (select from account_company a where a.account_id = u.id)
  $$;

create function rename_own_account(account_name text, at timestamptz) returns void
  language sql security definer set search_path from current
  as $$
    update auth_user u set name = account_name, updated_at = at
    where u.id = own_account() and not exists (select from account_company a where a.account_id = u.id)
  $$;

-- Tickets of any company under the actor's confirmed email, latest first, after this one.
create function own_tickets(after_at timestamptz, after_company uuid, after_ticket integer, most integer)
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

-- Locks the actor's account if this is its stored password hash, so that it claims no rig meanwhile; returns its email,
-- or null.
create function hold_own_account(verified text) returns text
  language plpgsql security definer set search_path from current
  as $$
  declare held auth_user%rowtype;
  begin
    select * into held from auth_user u where u.id = app_actor()::uuid for update;
    if exists (select from account_company a where a.account_id = held.id)
       or not exists (select from auth_credential c where c.user_id = held.id and c.password = verified) then
      return null;
    end if;
    return held.email;
  end $$;

-- Deletes the actor's account if this is its stored password hash: credentials, customer record, sign-ins and stored
-- responses. What they did stays in the audit log without a name; what they did as a founder keeps the name.
create function delete_own_account(verified text) returns void
  language plpgsql security definer set search_path from current
  as $$
  declare
    own uuid := app_actor()::uuid;
    own_email text := hold_own_account(verified);
  begin
    if own_email is null then
      raise exception 'This account is not theirs to delete.' using errcode = 'insufficient_privilege';
    end if;
    delete from auth_verification v where v.value in (own::text, own_email);
    delete from answer a where a.actor = own::text;
    delete from customer c where c.customer_uuid = own;
    delete from sign_in s where s.account = own and s.company_id is null;
    update deed d set actor_name = 'Deleted account' where d.actor = own and d.actor_kind = 'rv-owner';
    delete from auth_user u where u.id = own;
  end $$;

alter function write_join_letter owner to rigwright_reach;
alter function joining_email owner to rigwright_reach;
alter function create_joined_account owner to rigwright_reach;
alter function create_rv_owner owner to rigwright_reach;
alter function begin_join owner to rigwright_reach;
alter function take_join owner to rigwright_reach;
alter function own_email owner to rigwright_reach;
alter function rename_own_account owner to rigwright_reach;
alter function own_tickets owner to rigwright_reach;
alter function hold_own_account owner to rigwright_reach;
alter function delete_own_account owner to rigwright_reach;
revoke all on function
  write_join_letter, joining_email, create_joined_account, create_rv_owner, begin_join, take_join, own_email,
  rename_own_account, own_tickets, hold_own_account, delete_own_account
  from public;
grant execute on function
  write_join_letter, joining_email, create_joined_account, own_email, rename_own_account, own_tickets,
  hold_own_account, delete_own_account
  to rigwright_app;

-- rigwright_reach owns all its functions now (001-roles). A later migration that adds one grants this for itself.
do $$
begin
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
