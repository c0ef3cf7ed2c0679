-- Letters wait here from the moment they are written until a server has handed them over. A piece of
-- work may put one in and read none: they hold links that open accounts.
create table letter (
  letter_id uuid primary key,
  company_id uuid,
  recipient text not null,
  subject text not null,
  text text not null,
  html text,
  message_id text not null,
  at timestamptz not null,
  tries integer not null default 0,
  next_try timestamptz,
  sent_at timestamptz,
  last_fault text
);
comment on column letter.next_try is 'null once it is sent, or nobody tries any more';
create index letter_waiting on letter (next_try) where next_try is not null;
create index letter_at on letter (at);
alter table letter enable row level security;
alter table letter force row level security;
create policy written on letter for insert to rigwright_app
  with check (company_id is not distinct from app_company());
create policy reach on letter to rigwright_reach using (true) with check (true);
grant insert on letter to rigwright_app;

-- Somebody inactive stays in the list and keeps their name everywhere, and cannot sign in.
alter table employee add column deactivated_at timestamptz;

create or replace function account_standing(account uuid)
  returns table (kind text, company_id uuid, time_zone text, is_service_writer boolean, is_technician boolean)
  language sql stable security definer set search_path from current
  as $$
    select 'owner', c.company_id, c.time_zone, false, false from company c where c.company_id = account
    union all
    select 'employee', e.company_id, c.time_zone, e.is_service_writer, e.is_technician
      from employee e join company c on c.company_id = e.company_id
      where e.employee_id = account and e.deactivated_at is null
  $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_reach', current_schema());
end $$;
grant update on auth_user to rigwright_reach;
grant select, insert, delete on auth_verification to rigwright_reach;

-- Asked by the sign-in itself, never by a piece of work.
create function account_is_inactive(account uuid) returns boolean
  language sql stable security definer set search_path from current
  as $$ select exists (select from employee where employee_id = account and deactivated_at is not null) $$;

-- An employee's account gets another name or email; a unique violation when the email is in use.
-- A link that went to an email of before opens nothing any more.
create function change_employee_account(account uuid, account_name text, account_email text, at timestamptz)
  returns void language sql security definer set search_path from current
  as $$
    delete from auth_verification v using auth_user u
      where u.id = account and v.value = account::text and u.email <> account_email
        and exists (select from employee e where e.employee_id = account and e.company_id = app_company());
    update auth_user set name = account_name, email = account_email, updated_at = at
      where id = account
        and exists (select from employee e where e.employee_id = account and e.company_id = app_company());
  $$;

-- Signs an employee of the company at work out everywhere.
create function end_employee_sessions(account uuid) returns void
  language sql security definer set search_path from current
  as $$
    delete from auth_session s
      where s.user_id = account
        and exists (select from employee e where e.employee_id = account and e.company_id = app_company())
  $$;

-- A way for an employee of the company at work to choose a new password.
create function allow_employee_reset(account uuid, reset text, at timestamptz, until timestamptz)
  returns void language sql security definer set search_path from current
  as $$
    insert into auth_verification (identifier, value, expires_at, created_at, updated_at)
      select reset, account::text, until, at, at
        from employee e where e.employee_id = account and e.company_id = app_company()
  $$;

-- An account that signs with its company's name takes the new one; one with a name of its own keeps it.
create function rename_company_account(was text, becomes text, at timestamptz) returns void
  language sql security definer set search_path from current
  as $$ update auth_user set name = becomes, updated_at = at where id = app_company() and name = was $$;

do $$
declare signature text;
begin
  alter function account_is_inactive(uuid) owner to rigwright_reach;
  revoke all on function account_is_inactive(uuid) from public;
  foreach signature in array array[
    'change_employee_account(uuid, text, text, timestamptz)', 'end_employee_sessions(uuid)',
    'allow_employee_reset(uuid, text, timestamptz, timestamptz)',
    'rename_company_account(text, text, timestamptz)']
  loop
    execute format('alter function %s owner to rigwright_reach', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to rigwright_app', signature);
  end loop;
end $$;
do $$
begin
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
