-- An account of a company whose mailbox never opened a link of ours gives way to whoever reads that mailbox: the email
-- that resets its password also has a link that frees the email. Confirmed is `email_verified`, of employees too.

-- An employee's new email is not confirmed.
create or replace function update_employee_account(
    account uuid, account_name text, account_email text, as_of timestamptz)
  returns void language plpgsql security definer set search_path from current
  as $$ begin
    if not is_own_employee(account) then
      return;
    end if;
    delete from auth_verification v using auth_user u
      where u.id = account and v.value = account::text and u.email <> account_email;
    update auth_user set name = account_name, email = account_email, updated_at = as_of,
        email_verified = email_verified and email = account_email
      where id = account;
  end $$;

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
-- account is locked first: a change of its email deletes its links. False if the link is not valid.
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
    return true;
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function find_email_release owner to rigwright_definer;
alter function release_email owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function find_email_release, release_email from public;
grant execute on function find_email_release, release_email to rigwright_app;
