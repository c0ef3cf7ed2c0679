-- The owner of a company confirms their email by a link. Confirmed is `email_verified` of the company's own account.
-- A link is a row of auth_verification whose value is 'confirm ' and the account: what ends password links, whose value
-- is the account alone, keeps it.

create function create_email_confirmation(token_hash text, as_of timestamptz, expires timestamptz) returns void
  language sql security definer set search_path from current
  as $$
    insert into auth_verification (identifier, value, expires_at, created_at, updated_at)
      values (token_hash, 'confirm ' || app_company(), expires, as_of, as_of)
  $$;

-- The company and the email of a link; no row if there is no such link.
create function find_email_confirmation(token_hash text)
  returns table (company_id uuid, name text, email text, is_confirmed boolean, expires_at timestamptz)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  declare link record;
  begin
    select v.value, v.expires_at into link from auth_verification v
      where v.identifier = token_hash and v.value like 'confirm %';
    if found then
      return query select u.id, u.name, u.email, u.email_verified, link.expires_at from auth_user u
        where u.id = substr(link.value, 9)::uuid;
    end if;
  end $$;

-- Confirms the email of this request's company by its link; false if that is not a valid link, or the email is
-- confirmed already. The account is locked first: a change of its email deletes its links.
create function confirm_owner_email(token_hash text, as_of timestamptz) returns boolean
  language plpgsql security definer set search_path from current
  as $$
  begin
    perform from auth_user u where u.id = app_company() for update;
    update auth_user u set email_verified = true, updated_at = as_of
      where u.id = app_company() and not u.email_verified
        and exists (select from auth_verification v
                    where v.identifier = token_hash and v.value = 'confirm ' || app_company()
                      and v.expires_at > as_of);
    return found;
  end $$;

-- The email that the owner of the current company logs in with, and whether it is confirmed.
create function owner_mailbox() returns table (email text, is_confirmed boolean)
  language sql stable security definer set search_path from current
  as $$ select u.email, u.email_verified from auth_user u where u.id = app_company() $$;

-- The emails of the company's owner and employees: by them their browsers are known.
create function company_staff_emails() returns table (email text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select lower(u.email) from account_company a join auth_user u on u.id = a.account_id
      where a.company = app_company();
  end $$;

-- An account of a company whose mailbox never opened a link of ours gives way to the person who reads that mailbox:
-- the email that resets its password also has a link that frees the email. Confirmed is `email_verified`, of employees
-- too.

-- Whose email a link that resets a password can free; no row if there is no such link, or the email is confirmed.
create function find_email_release(token_hash text, as_of timestamptz)
  returns table (company_id uuid, account_id uuid, email text)
  language sql stable security definer set search_path from current
  as $$
    select a.company, u.id, u.email from auth_verification v
      join auth_user u on u.id::text = v.value and not u.email_verified
      join account_company a on a.account_id = u.id
      where v.identifier = token_hash and v.expires_at > as_of
  $$;

-- Frees the email of an account of this request's company by that link: nobody can log in to the account any more. The
-- account is locked first: a change of its email deletes its links. That of a company's owner, who is not deactivated
-- as an employee is, loses its password and passkeys. False if the link is not valid.
create function release_email(token_hash text, account uuid, as_of timestamptz) returns boolean
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

-- A freed email is held for an hour for the person who freed it: no other account can have it meanwhile, or its last
-- company would register it again at once. A hold is a row of auth_verification whose identifier is 'held ' and the
-- email, and whose value is the hash of the link's token.

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

-- Whether an account has this email, for a form that is refused for another reason: creating the account says so too.
create function is_email_in_use(account_email text) returns boolean
  language sql stable security definer set search_path from current
  as $$ select exists (select from auth_user u where u.email = account_email) $$;

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

grant execute on function
  create_email_confirmation, find_email_confirmation, confirm_owner_email, owner_mailbox, company_staff_emails,
  find_email_release, release_email, hold_email, find_held_email, is_email_in_use, is_email_taken, emails_taken,
  confirm_held_email
  to rigwright_app;
