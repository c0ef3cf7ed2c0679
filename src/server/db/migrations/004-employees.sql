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
  primary key (company_id, employee_id)
);
-- An account works for one company.
create unique index employee_account on employee (employee_id);
alter table employee enable row level security, force row level security;
create policy own_company on employee to rigwright_app
  using (company_id = (select app_company())) with check (company_id = app_company());
create policy backup on employee for select to rigwright_backup using (true);
create policy definer on employee for select to rigwright_definer using (true);
grant select, insert, update, delete on employee to rigwright_app;
grant select on employee to rigwright_definer;

-- Whether this is the account of an employee of this company. A row in `employee` is not enough, because requests
-- write that table: the account itself has to belong to the company.
create function is_own_employee(account uuid) returns boolean
  language plpgsql stable security definer set search_path from current
  as $$ begin
    perform from employee e
      where e.employee_id = account and e.company_id = app_company() and e.employee_id <> e.company_id;
    if found then
      perform from account_company a where a.account_id = account and a.company = app_company();
    end if;
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

-- Renames an employee's account or changes its email; a unique violation if the email is taken. Links that were
-- sent to the old email stop working.
create function update_employee_account(account uuid, account_name text, account_email text, as_of timestamptz)
  returns void language plpgsql security definer set search_path from current
  as $$ begin
    if not is_own_employee(account) then
      return;
    end if;
    delete from auth_verification v using auth_user u
      where u.id = account and v.value = account::text and u.email <> account_email;
    update auth_user set name = account_name, email = account_email, updated_at = as_of where id = account;
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

-- Renames the owner's account together with the company, unless the owner goes by a name of their own.
create function rename_company_account(old_name text, new_name text, as_of timestamptz) returns void
  language sql security definer set search_path from current
  as $$ update auth_user set name = new_name, updated_at = as_of where id = app_company() and name = old_name $$;

alter function is_own_employee owner to rigwright_definer;
alter function delete_employee_account owner to rigwright_definer;
alter function end_employee_sessions owner to rigwright_definer;
alter function update_employee_account owner to rigwright_definer;
alter function create_employee_password_reset owner to rigwright_definer;
alter function rename_company_account owner to rigwright_definer;
revoke all on function
  is_own_employee, delete_employee_account, end_employee_sessions, update_employee_account,
  create_employee_password_reset, rename_company_account
  from public;
grant execute on function
  delete_employee_account, end_employee_sessions, update_employee_account, create_employee_password_reset,
  rename_company_account
  to rigwright_app;
