-- As in 017, and an employee's account is one that is of the company at work, as whoever signs in by it is: a row among
-- the employees alone, which a piece of work can write, says nothing of whose account it is.
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

create or replace function delete_employee_account(account uuid) returns void
  language plpgsql security definer set search_path from current
  as $$ begin
    if is_own_employee(account) then
      delete from auth_user u where u.id = account;
    end if;
  end $$;

create or replace function end_employee_sessions(account uuid) returns void
  language plpgsql security definer set search_path from current
  as $$ begin
    if is_own_employee(account) then
      delete from auth_session s where s.user_id = account;
    end if;
  end $$;

create or replace function change_employee_account(account uuid, account_name text, account_email text, at timestamptz)
  returns void language plpgsql security definer set search_path from current
  as $$ begin
    if not is_own_employee(account) then
      return;
    end if;
    delete from auth_verification v using auth_user u
      where u.id = account and v.value = account::text and u.email <> account_email;
    update auth_user set name = account_name, email = account_email, updated_at = at where id = account;
  end $$;

create or replace function allow_employee_reset(account uuid, reset text, at timestamptz, until timestamptz)
  returns void language plpgsql security definer set search_path from current
  as $$ begin
    if is_own_employee(account) then
      insert into auth_verification (identifier, value, expires_at, created_at, updated_at)
        values (reset, account::text, until, at, at);
    end if;
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_reach', current_schema());
  alter function is_own_employee(uuid) owner to rigwright_reach;
  revoke all on function is_own_employee(uuid) from public;
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
