-- A freed email is held for an hour for whoever freed it: no other account can have it meanwhile, or its last company
-- would register it again at once. A hold is a row of auth_verification whose identifier is 'held ' and the email, and
-- whose value is the hash of the link's token.

create function hold_email(account_email text, token_hash text, as_of timestamptz, expires timestamptz) returns void
  language sql security definer set search_path from current
  as $$
    delete from auth_verification v where v.identifier = 'held ' || account_email;
    insert into auth_verification (identifier, value, expires_at, created_at, updated_at)
      values ('held ' || account_email, token_hash, expires, as_of, as_of)
  $$;

-- The email that is held by this token; null for none.
create function find_held_email(token_hash text, as_of timestamptz) returns text
  language sql stable security definer set search_path from current
  as $$
    select substr(v.identifier, 6) from auth_verification v
      where v.value = token_hash and v.identifier like 'held %' and v.expires_at > as_of
  $$;

-- Whether a new account cannot have this email, with this token; null for none.
create function is_email_taken(account_email text, token_hash text, as_of timestamptz) returns boolean
  language sql stable security definer set search_path from current
  as $$
    select exists (select from auth_user u where u.email = account_email)
      or exists (select from auth_verification v
                 where v.identifier = 'held ' || account_email and v.expires_at > as_of
                   and v.value is distinct from token_hash)
  $$;

-- Which of these emails no new account can have.
create function emails_taken(emails text[], as_of timestamptz) returns setof text
  language sql stable security definer set search_path from current
  as $$
    select u.email from auth_user u where u.email = any(emails)
    union
    select substr(v.identifier, 6) from auth_verification v
      where v.identifier = any(array(select 'held ' || asked.email from unnest(emails) as asked (email)))
        and v.expires_at > as_of
  $$;

-- Ends the hold of the email of this request's new company, which is confirmed by it. False if this token holds none.
create function confirm_held_email(account_email text, token_hash text, as_of timestamptz) returns boolean
  language plpgsql security definer set search_path from current
  as $$
  begin
    delete from auth_verification v
      where v.identifier = 'held ' || account_email and v.value = token_hash and v.expires_at > as_of;
    if not found then
      return false;
    end if;
    update auth_user u set email_verified = true, updated_at = as_of
      where u.id = app_company() and u.email = account_email;
    return found;
  end $$;

-- Without an email the account keeps its own: that of an employee may have been freed.
create or replace function update_employee_account(
    account uuid, account_name text, account_email text, as_of timestamptz)
  returns void language plpgsql security definer set search_path from current
  as $$ begin
    if not is_own_employee(account) then
      return;
    end if;
    delete from auth_verification v using auth_user u
      where u.id = account and v.value = account::text and u.email <> account_email;
    update auth_user set name = account_name, email = coalesce(account_email, email), updated_at = as_of,
        email_verified = email_verified and email = coalesce(account_email, email)
      where id = account;
  end $$;

grant delete on auth_passkey to rigwright_definer;

-- As before; the account of a company's owner, who is not deactivated as an employee is, loses its password and passkeys.
create or replace function release_email(token_hash text, account uuid, as_of timestamptz) returns boolean
  language plpgsql security definer set search_path from current
  as $$
  begin
    perform from auth_user u where u.id = account for update;
    perform from find_email_release(token_hash, as_of) r
      where r.account_id = account and r.company_id = app_company();
    if not found then
      return false;
    end if;
    delete from auth_session s where s.user_id = account;
    delete from auth_verification v where v.value in (account::text, 'confirm ' || account);
    update auth_user set email = account || '@released.invalid', updated_at = as_of where id = account;
    if account = app_company() then
      delete from auth_credential c where c.user_id = account;
      delete from auth_passkey p where p.user_id = account;
    end if;
    return true;
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function hold_email owner to rigwright_definer;
alter function find_held_email owner to rigwright_definer;
alter function is_email_taken owner to rigwright_definer;
alter function emails_taken owner to rigwright_definer;
alter function confirm_held_email owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function hold_email, find_held_email, is_email_taken, emails_taken, confirm_held_email from public;
grant execute on function hold_email, find_held_email, is_email_taken, emails_taken, confirm_held_email
  to rigwright_app;
