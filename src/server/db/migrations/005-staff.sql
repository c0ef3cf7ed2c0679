create table employee (
  company_id uuid not null references company,
  employee_id uuid not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  license_number text not null,
  is_insured boolean not null,
  is_service_writer boolean not null,
  is_technician boolean not null,
  registered_at timestamptz not null,
  -- A former employee stays in the list and keeps their name everywhere, but cannot sign in.
  deactivated_at timestamptz,
  -- Whether the owner lets this service writer refund, issue credit notes, and discount beyond the limit.
  corrects_billing boolean not null default false,
  primary key (company_id, employee_id)
);
comment on column employee.corrects_billing is 'given by the owner; counts only while they are a service writer';
-- A unique key of a distributed table names its company; an employee's id is an account id, which is unique anyway.
create index employee_by_account on employee (employee_id);
select declare_company_table('employee', app => 'select, insert, update, delete', definer => 'select');

-- Whether this is the account of an employee of this company. Accounts say so alone: a command that has just changed
-- the employee's row asks too, and on a cluster another role cannot see what its transaction has written.
create function is_own_employee(account uuid) returns boolean
  language plpgsql stable security definer set search_path from current
  as $$ begin
    perform from account_company a
      where a.account_id = account and a.company = app_company() and a.account_id <> a.company;
    return found;
  end $$;

create function delete_employee_account(account uuid) returns void
  language plpgsql security definer set search_path from current
  as $$ begin
    if is_own_employee(account) then
      delete from auth_user u where u.id = account;
    end if;
  end $$;

create function end_employee_sessions(account uuid) returns void
  language plpgsql security definer set search_path from current
  as $$ begin
    if is_own_employee(account) then
      delete from auth_session s where s.user_id = account;
    end if;
  end $$;

-- Renames an employee's account or changes its email, which is then not confirmed; a unique violation if the email is
-- taken. Links that were sent to the old email stop working. Without an email the account keeps its own: that of an
-- employee may have been freed.
create function update_employee_account(
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

-- Lets an employee of this company choose a new password.
create function create_employee_password_reset(account uuid, token text, as_of timestamptz, expires timestamptz)
  returns void language plpgsql security definer set search_path from current
  as $$ begin
    if is_own_employee(account) then
      insert into auth_verification (identifier, value, expires_at, created_at, updated_at)
        values (token, account::text, expires, as_of, as_of);
    end if;
  end $$;

-- Which of these accounts of the company's employees nobody has used: without a password, a passkey or a session.
create function unused_employee_accounts(accounts uuid[]) returns setof uuid
  language sql stable security definer set search_path from current
  as $$
    select u.id from auth_user u
      where u.id = any(accounts) and is_own_employee(u.id)
        and not exists (select from auth_credential c where c.user_id = u.id and c.password is not null)
        and not exists (select from auth_passkey p where p.user_id = u.id)
        and not exists (select from auth_session s where s.user_id = u.id)
  $$;

-- Renames the owner's account together with the company, unless the owner goes by a name of their own.
create function rename_company_account(old_name text, new_name text, as_of timestamptz) returns void
  language sql security definer set search_path from current
  as $$ update auth_user set name = new_name, updated_at = as_of where id = app_company() and name = old_name $$;

-- The name of the own account, if it owns a company. The company's id is its owner's.
create function rename_own_company_account(account_name text, as_of timestamptz) returns void
  language sql security definer set search_path from current
  as $$
    update auth_user u set name = account_name, updated_at = as_of
    where u.id = own_account()
      and exists (select from account_company a where a.account_id = u.id and a.company = u.id)
  $$;

grant execute on function
  delete_employee_account, end_employee_sessions, update_employee_account, create_employee_password_reset,
  unused_employee_accounts, rename_company_account, rename_own_company_account
  to rigwright_app;
