-- What has to change before rows may lie on several machines (database/sharding.ts).
--
-- A customer's record opens to the work that has named it, once that work has found a ticket of theirs in
-- its own company. The policy of 001 asks for that ticket itself: it stays for servers of the version
-- before, and a database that is spread over several machines cannot have it (database/sharding.ts).
create function app_customer() returns uuid language sql stable
  as $$ select nullif(current_setting('app.customer', true), '')::uuid $$;

create policy named_customer on customer to rigwright_app
  using (customer_uuid = app_customer()) with check (true);

-- The same answers as before, asked so that each statement finds its rows in one place.
create or replace function delete_employee_account(account uuid) returns void
  language plpgsql security definer set search_path from current
  as $$ begin
    if exists (select from employee e where e.employee_id = account and e.company_id = app_company()) then
      delete from auth_user u where u.id = account;
    end if;
  end $$;

create or replace function end_employee_sessions(account uuid) returns void
  language plpgsql security definer set search_path from current
  as $$ begin
    if exists (select from employee e where e.employee_id = account and e.company_id = app_company()) then
      delete from auth_session s where s.user_id = account;
    end if;
  end $$;

create or replace function change_employee_account(account uuid, account_name text, account_email text, at timestamptz)
  returns void language plpgsql security definer set search_path from current
  as $$ begin
    if not exists (select from employee e where e.employee_id = account and e.company_id = app_company()) then
      return;
    end if;
    delete from auth_verification v using auth_user u
      where u.id = account and v.value = account::text and u.email <> account_email;
    update auth_user set name = account_name, email = account_email, updated_at = at where id = account;
  end $$;

create or replace function allow_employee_reset(account uuid, reset text, at timestamptz, until timestamptz)
  returns void language plpgsql security definer set search_path from current
  as $$ begin
    if exists (select from employee e where e.employee_id = account and e.company_id = app_company()) then
      insert into auth_verification (identifier, value, expires_at, created_at, updated_at)
        values (reset, account::text, until, at, at);
    end if;
  end $$;

create or replace function find_tickets(terms text[], in_state text, technician uuid, most integer)
  returns table (ticket_id integer)
  language plpgsql stable security definer set search_path from current
  as $$
  declare
    containing text := (select string_agg(format('w.words like %L',
      '%' || replace(replace(replace(term, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
      from unnest(terms) as term);
    wanted text := ' join ticket t using (company_id, ticket_id)
      where t.company_id = $1 and ($2 is null or t.state = $2) and ($3 is null or t.assigned_technician = $3) and '
      || containing || ' order by w.created_at desc, w.ticket_id desc limit $4';
    found integer[];
  begin
    execute 'with w as materialized (
        select * from ticket_words w where w.company_id = $1 order by w.created_at desc, w.ticket_id desc limit 2000
      ) select array(select w.ticket_id from w' || wanted || ')'
      into found using app_company(), in_state, technician, most;
    if cardinality(found) < most then
      execute 'with w as materialized (
          select * from ticket_words w where w.company_id = $1 and ' || containing || '
        ) select array(select w.ticket_id from w' || wanted || ')'
        into found using app_company(), in_state, technician, most;
    end if;
    return query select unnest(found);
  end $$;

-- Whose company an account is of: asked at every request, and known without asking every company's machine.
create table account_company (
  account_id uuid primary key references auth_user on delete cascade,
  company uuid not null
);
insert into account_company (account_id, company)
  select of_company.account_id, of_company.company_id
  from (select company_id as account_id, company_id from company
        union all select employee_id, company_id from employee) of_company
  join auth_user on auth_user.id = of_company.account_id;
grant select, insert on account_company to rigwright_reach;

-- An account and its password, or a unique violation on the email. Who makes an account within a company
-- makes it for that company; who founds one makes their own.
create or replace function create_account(account uuid, account_name text, account_email text, password_hash text, at timestamptz)
  returns void language sql security definer set search_path from current
  as $$
    insert into auth_user (id, name, email, created_at, updated_at)
      values (account, account_name, account_email, at, at);
    insert into auth_credential (id, user_id, account_id, provider_id, password, created_at, updated_at)
      values (gen_random_uuid(), account, account::text, 'credential', password_hash, at, at);
    insert into account_company (account_id, company) values (account, coalesce(app_company(), account));
  $$;

create or replace function account_standing(account uuid)
  returns table (kind text, company_id uuid, time_zone text, is_service_writer boolean, is_technician boolean)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  declare home uuid := (select a.company from account_company a where a.account_id = account);
  begin
    if home = account then
      return query select 'owner', c.company_id, c.time_zone, false, false from company c where c.company_id = home;
    else
      return query
        select 'employee', e.company_id, c.time_zone, e.is_service_writer, e.is_technician
        from employee e join company c on c.company_id = e.company_id
        where e.company_id = home and e.employee_id = account and e.deactivated_at is null;
    end if;
  end $$;

create or replace function account_is_inactive(account uuid) returns boolean
  language plpgsql stable security definer set search_path from current
  as $$
  declare home uuid := (select a.company from account_company a where a.account_id = account);
  begin
    return exists (select from employee e
                   where e.company_id = home and e.employee_id = account and e.deactivated_at is not null);
  end $$;

create or replace function note_sign_in(
    of_account uuid, of_email text, what text, moment timestamptz, from_address text, by_device text)
  returns void language sql security definer set search_path from current
  as $$
    insert into sign_in (company_id, account, name, event, at, address, device)
      select a.company, u.id, coalesce(u.name, ''), what, moment, from_address, by_device
        from (values (1)) as once
        left join auth_user u
          on u.id = coalesce(of_account, (select k.id from auth_user k where k.email = lower(of_email)))
        left join account_company a on a.account_id = u.id
  $$;
