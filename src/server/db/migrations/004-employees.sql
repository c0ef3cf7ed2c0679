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
create policy keeper on employee for select to rigwright_keeper using (true);
create policy reach on employee for select to rigwright_reach using (true);
grant select, insert, update, delete on employee to rigwright_app;
grant select on employee to rigwright_reach;

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
create function change_employee_account(account uuid, account_name text, account_email text, at timestamptz)
  returns void language plpgsql security definer set search_path from current
  as $$ begin
    if not is_own_employee(account) then
      return;
    end if;
    delete from auth_verification v using auth_user u
      where u.id = account and v.value = account::text and u.email <> account_email;
    update auth_user set name = account_name, email = account_email, updated_at = at where id = account;
  end $$;

-- Lets an employee of this company choose a new password.
create function allow_employee_reset(account uuid, reset text, at timestamptz, until timestamptz)
  returns void language plpgsql security definer set search_path from current
  as $$ begin
    if is_own_employee(account) then
      insert into auth_verification (identifier, value, expires_at, created_at, updated_at)
        values (reset, account::text, until, at, at);
    end if;
  end $$;

-- Renames the owner's account together with the company, unless the owner goes by a name of their own.
create function rename_company_account(was text, becomes text, at timestamptz) returns void
  language sql security definer set search_path from current
  as $$ update auth_user set name = becomes, updated_at = at where id = app_company() and name = was $$;

alter function is_own_employee owner to rigwright_reach;
alter function delete_employee_account owner to rigwright_reach;
alter function end_employee_sessions owner to rigwright_reach;
alter function change_employee_account owner to rigwright_reach;
alter function allow_employee_reset owner to rigwright_reach;
alter function rename_company_account owner to rigwright_reach;
revoke all on function
  is_own_employee, delete_employee_account, end_employee_sessions, change_employee_account, allow_employee_reset,
  rename_company_account
  from public;
grant execute on function
  delete_employee_account, end_employee_sessions, change_employee_account, allow_employee_reset,
  rename_company_account
  to rigwright_app;
