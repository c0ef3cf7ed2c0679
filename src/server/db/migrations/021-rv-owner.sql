-- Accounts of RV owners, who belong to no company. An account is made only once its email is confirmed.

-- Stores a sign-up link and enqueues the email that brings it: `signup_content`, where {token} becomes the link's
-- token, or `taken_content` if the email has an account. The token is made here and leaves in that email alone: no
-- request learns it, or which of the two was sent.
create function enqueue_signup_email(
    new_email uuid, rfc_message_id text, to_email text, signup_content jsonb, taken_content jsonb, as_of timestamptz,
    expires timestamptz)
  returns void
  language plpgsql security definer set search_path from current
  as $$
  declare
    -- 192 bits, from two random ids with 244.
    token text := translate(encode(substring(
      sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) for 24), 'base64'), '+/', '-_');
    token_hash text := translate(rtrim(
      encode(sha256(convert_to('join:' || token, 'UTF8')), 'base64'), '='), '+/', '-_');
    content jsonb := signup_content;
  begin
    -- Other rows in this table hold an account's id as their value, which does not look like an email.
    if to_email not like '%_@_%' then
      raise exception 'This is not an email.' using errcode = 'check_violation';
    end if;
    insert into auth_verification (identifier, value, expires_at, created_at, updated_at)
      values (token_hash, to_email, expires, as_of, as_of);
    perform from auth_user u where u.email = to_email;
    if found then
      content := taken_content;
    end if;
    insert into email_outbox (email_id, recipient, subject, text, message_id, at, next_attempt_at)
      values (new_email, to_email, content ->> 'subject', replace(content ->> 'text', '{token}', token), rfc_message_id,
              as_of, as_of);
  end $$;

-- The email that a sign-up link was sent to; null if the link is not valid.
create function signup_email(token_hash text, as_of timestamptz) returns text
  language sql stable security definer set search_path from current
  as $$
    select value from auth_verification
    where identifier = token_hash and value like '%_@_%' and expires_at > as_of
  $$;

-- Creates the account under the email that this link was sent to, and returns that email; null if the link is not
-- valid. All sign-up links to that email stop working. A unique violation if the email is taken.
create function complete_signup(
    token_hash text, account uuid, account_name text, password_hash text, as_of timestamptz)
  returns text
  language plpgsql security definer set search_path from current
  as $$
  declare confirmed_email text;
  begin
    delete from auth_verification v
      where v.identifier = token_hash and v.value like '%_@_%' and v.expires_at > as_of
      returning v.value into confirmed_email;
    if confirmed_email is null then
      return null;
    end if;
    delete from auth_verification v where v.value = confirmed_email;
    insert into auth_user (id, name, email, email_verified, created_at, updated_at)
      values (account, account_name, confirmed_email, true, as_of, as_of);
    insert into auth_credential (id, user_id, account_id, provider_id, password, created_at, updated_at)
      values (gen_random_uuid(), account, account::text, 'credential', password_hash, as_of, as_of);
    return confirmed_email;
  end $$;

-- The actor's confirmed email, if they belong to no company; else null.
create function own_email() returns text
  language sql stable security definer set search_path from current
  as $$
    select u.email from auth_user u
    where u.id = own_account() and u.email_verified
      and not exists (select from account_company a where a.account_id = u.id)
  $$;

-- The confirmed email of an account without a company; null for any other.
create function rv_owner_email(account uuid) returns text
  language sql stable security definer set search_path from current
  as $$
    select u.email from auth_user u
      where u.id = account and u.email_verified
        and not exists (select from account_company a where a.account_id = account)
  $$;

create function rename_own_account(account_name text, as_of timestamptz) returns void
  language sql security definer set search_path from current
  as $$
    update auth_user u set name = account_name, updated_at = as_of
    where u.id = own_account() and not exists (select from account_company a where a.account_id = u.id)
  $$;

-- Tickets of any company under the actor's confirmed email, latest first, after this one.
create function own_tickets(after_at timestamptz, after_company uuid, after_ticket integer, max_rows integer)
  returns table (company_id uuid, ticket_id integer, transitioned_at timestamptz)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  #variable_conflict use_column
  declare confirmed_email text := own_email();
  begin
    return query
      select t.company_id, t.ticket_id, t.transitioned_at from ticket t
      where lower(t.email) = confirmed_email
        and (after_at is null
             or (t.transitioned_at, t.company_id, t.ticket_id) < (after_at, after_company, after_ticket))
      order by t.transitioned_at desc, t.company_id desc, t.ticket_id desc
      limit max_rows;
  end $$;

-- Locks the actor's account if this is its stored password hash, so that it claims no rig meanwhile; returns its email,
-- or null.
create function lock_own_account(password_hash text) returns text
  language plpgsql security definer set search_path from current
  as $$
  declare account auth_user%rowtype;
  begin
    select * into account from auth_user u where u.id = app_actor()::uuid for update;
    if exists (select from account_company a where a.account_id = account.id)
       or not exists (select from auth_credential c where c.user_id = account.id and c.password = password_hash) then
      return null;
    end if;
    return account.email;
  end $$;

-- Deletes the actor's account if this is its stored password hash: credentials, customer record, sign-ins and stored
-- responses. What they did stays in the audit log without a name; what they did as a founder keeps the name. The
-- account has no company, so its idempotency keys are its own.
create function delete_own_account(password_hash text) returns void
  language plpgsql security definer set search_path from current
  as $$
  declare
    own_id uuid := app_actor()::uuid;
    own_email text := lock_own_account(password_hash);
  begin
    if own_email is null then
      raise exception 'The account cannot be deleted.' using errcode = 'insufficient_privilege';
    end if;
    delete from auth_verification v where v.value in (own_id::text, own_email);
    delete from idempotency_key k where k.company_id = own_id;
    delete from customer c where c.customer_uuid = own_id;
    delete from sign_in s where s.account = own_id and s.company_id is null;
    update platform_audit d set actor_name = 'Deleted account' where d.actor = own_id and d.actor_kind = 'rv-owner';
    delete from auth_user u where u.id = own_id;
  end $$;

grant execute on function
  enqueue_signup_email, signup_email, complete_signup, own_email, rename_own_account, own_tickets, lock_own_account,
  delete_own_account
  to rigwright_app;
