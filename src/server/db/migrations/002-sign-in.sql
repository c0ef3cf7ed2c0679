-- Accounts belong to the sign-in library. Requests reach them only through the functions below.

create table auth_user (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  two_factor_enabled boolean not null default false
);
grant select, insert, update, delete on auth_user to rigwright_definer;

create table auth_session (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_user on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index auth_session_user on auth_session (user_id);
grant select, insert, delete on auth_session to rigwright_definer;

create table auth_credential (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_user on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  id_token text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index auth_credential_user on auth_credential (user_id);
grant select, insert, delete on auth_credential to rigwright_definer;

create table auth_verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index auth_verification_identifier on auth_verification (identifier);
grant select, insert, delete on auth_verification to rigwright_definer;

create table auth_rate_limit (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

create table auth_two_factor (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth_user on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
comment on column auth_two_factor.secret is 'encrypted under the server''s secret';
comment on column auth_two_factor.backup_codes is 'recovery codes as a JSON list of Argon2id hashes';
grant select on auth_two_factor to rigwright_definer;

-- A code works once: a person who saw it typed cannot use it again while it is valid.
create table auth_used_code (
  user_id uuid not null references auth_user on delete cascade,
  code text not null,
  used_at timestamptz not null,
  primary key (user_id, code)
);

create table auth_passkey (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_user on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  created_at timestamptz not null default now(),
  aaguid text
);
create index auth_passkey_user on auth_passkey (user_id);
grant select, delete on auth_passkey to rigwright_definer;

-- Which company an account belongs to; no row for RV owners and founders. Every request asks this, and on a
-- cluster it is answered without asking every company's machine.
create table account_company (
  account_id uuid primary key references auth_user on delete cascade,
  company uuid not null
);
grant select, insert on account_company to rigwright_definer;

-- The ids of deleted accounts, and nothing else of them: a phone that still holds something of one asks whether to
-- erase it.
create table deleted_account (
  account_id uuid primary key,
  at timestamptz not null default now()
);
grant select, insert on deleted_account to rigwright_definer;

create function note_deleted_account() returns trigger
  language plpgsql security definer set search_path from current
  as $$
  begin
    insert into deleted_account (account_id) values (old.id) on conflict do nothing;
    return null;
  end $$;

create trigger note_deleted_account after delete on auth_user for each row execute function note_deleted_account();

-- Whether the account was deleted and not restored under its id, by an import of its company; whether it is
-- deactivated.
create function account_end(account uuid, out deleted boolean, out deactivated boolean)
  language plpgsql stable security definer set search_path from current
  as $$
  begin
    deleted := exists (select from deleted_account d where d.account_id = account)
      and not exists (select from auth_user u where u.id = account);
    deactivated := is_account_deactivated(account);
  end $$;

-- What an account is: the owner of a company, an employee of one, or neither. Nothing while the company is
-- suspended, so sessions that began during the suspension end as well.
create function account_membership(account uuid)
  returns table (kind text, company_id uuid, time_zone text, is_service_writer boolean, is_technician boolean)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  declare own_company uuid := (select a.company from account_company a where a.account_id = account);
  begin
    if own_company = account then
      return query select 'owner', c.company_id, c.time_zone, false, false from company c
        where c.company_id = own_company and c.suspended_at is null;
    else
      return query
        select 'employee', e.company_id, c.time_zone, e.is_service_writer, e.is_technician
        from employee e join company c on c.company_id = e.company_id
        where e.company_id = own_company and e.employee_id = account and e.deactivated_at is null
          and c.suspended_at is null;
    end if;
  end $$;

create function is_account_deactivated(account uuid) returns boolean
  language plpgsql stable security definer set search_path from current
  as $$
  declare own_company uuid := (select a.company from account_company a where a.account_id = account);
  begin
    return exists (select from employee e
                   where e.company_id = own_company and e.employee_id = account and e.deactivated_at is not null);
  end $$;

-- Why the account's company is suspended; null if it is not, or if the account has no company.
create function account_suspension(account uuid) returns text
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  declare own_company uuid := (select a.company from account_company a where a.account_id = account);
  begin
    return (select c.suspended_because from company c where c.company_id = own_company and c.suspended_at is not null);
  end $$;

-- What ends at this very moment has ended. The moment is a time of JavaScript, in whole milliseconds; a time that
-- PostgreSQL wrote has microseconds, and would otherwise seem to end later within the same one.
create function has_ended(ends_at timestamptz, as_of timestamptz) returns boolean
  language sql stable
  as $$ select date_trunc('milliseconds', ends_at) <= as_of $$;

-- Whose session this is, if it is valid at `as_of` and was last used after `used_after`. The account comes first, which
-- any machine of a cluster knows, then its role, which only the company's machine knows.
create function find_session(session_token text, as_of timestamptz, used_after timestamptz)
  returns table (id uuid, name text, session_id uuid, kind text, company_id uuid, time_zone text,
                 is_service_writer boolean, is_technician boolean)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  #variable_conflict use_column
  declare found_session record;
  begin
    select u.id, u.name, active.id as session into found_session
      from auth_session active join auth_user u on u.id = active.user_id
      where active.token = session_token and not has_ended(active.expires_at, as_of) and active.updated_at > used_after;
    if found then
      return query
        select found_session.id, found_session.name, found_session.session,
               s.kind, s.company_id, s.time_zone, s.is_service_writer, s.is_technician
        from (values (1)) as once left join account_membership(found_session.id) s on true;
    end if;
  end $$;

-- A command locks its own account and company until it commits. Deactivating, deleting or suspending them waits for
-- these commands, and later ones see that they are gone. The locks are in memory: no row is written. Their keys begin
-- with the company, so that no company can lock another's accounts.

create function lock_account_shared(of_company uuid, account uuid) returns void
  language sql volatile
  as $$ select pg_advisory_xact_lock_shared(hashtextextended(concat_ws(' ', 'account', of_company, account), 0)) $$;

create function lock_account(of_company uuid, account uuid) returns void
  language sql volatile
  as $$ select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'account', of_company, account), 0)) $$;

-- Whether the session and its account are still as they were looked up. A command locks its account and company first.
create function is_current_session(
    session_token text, as_of timestamptz, used_after timestamptz, account uuid, account_name text, session_id uuid,
    own_company uuid, company_time_zone text, service_writer boolean, technician boolean)
  returns boolean
  language plpgsql volatile security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    if current_setting('transaction_read_only') = 'off' then
      perform lock_account_shared(own_company, coalesce(own_company, account)),
        lock_account_shared(own_company, account);
    end if;
    perform from auth_session active
      join auth_user u on u.id = active.user_id left join account_company a on a.account_id = u.id
      where active.token = session_token and active.id = session_id
        and not has_ended(active.expires_at, as_of) and active.updated_at > used_after
        and u.id = account and u.name = account_name and a.company is not distinct from own_company;
    if found and own_company = account then
      perform from company c
        where c.company_id = own_company and c.time_zone = company_time_zone and c.suspended_at is null;
    elsif found and own_company is not null then
      perform from employee e join company c on c.company_id = e.company_id
        where e.company_id = own_company and e.employee_id = account and e.deactivated_at is null
          and e.is_service_writer = service_writer and e.is_technician = technician and c.time_zone = company_time_zone
          and c.suspended_at is null;
    end if;
    return found;
  end $$;

-- Creates an account with a password: for the company of this request, or as the owner of a new company.
-- A unique violation if the email is taken.
create function create_account(
    account uuid, account_name text, account_email text, password_hash text, as_of timestamptz)
  returns void language sql security definer set search_path from current
  as $$
    insert into auth_user (id, name, email, created_at, updated_at)
      values (account, account_name, account_email, as_of, as_of);
    insert into auth_credential (id, user_id, account_id, provider_id, password, created_at, updated_at)
      values (gen_random_uuid(), account, account::text, 'credential', password_hash, as_of, as_of);
    insert into account_company (account_id, company) values (account, coalesce(app_company(), account));
  $$;

-- What people see and end of their own account.
create function own_sessions()
  returns table (session_id uuid, address text, user_agent text, signed_in_at timestamptz, last_used_at timestamptz)
  language sql stable security definer set search_path from current
  as $$
    select s.id, s.ip_address, s.user_agent, s.created_at, s.updated_at from auth_session s
    where s.user_id::text = app_actor() and s.expires_at > now()
  $$;

create function end_own_session(session uuid) returns boolean
  language sql security definer set search_path from current
  as $$
    with ended as (delete from auth_session where id = session and user_id::text = app_actor() returning 1)
    select exists (select from ended)
  $$;

create function end_own_other_sessions(current_session uuid) returns void
  language sql security definer set search_path from current
  as $$ delete from auth_session where id <> current_session and user_id::text = app_actor() $$;

create function own_two_factor() returns table (is_on boolean, recovery_codes integer)
  language sql stable security definer set search_path from current
  as $$
    select u.two_factor_enabled,
           coalesce((select jsonb_array_length(f.backup_codes::jsonb) from auth_two_factor f
                     where f.user_id = u.id and f.verified), 0)
    from auth_user u where u.id::text = app_actor()
  $$;

create function own_passkeys() returns table (passkey_id uuid, name text, added_at timestamptz)
  language sql stable security definer set search_path from current
  as $$
    select p.id, p.name, p.created_at from auth_passkey p
    where p.user_id::text = app_actor() order by p.created_at, p.id
  $$;

-- Not granted, because sign-in alone asks them: is_account_deactivated, account_suspension and find_session.
grant execute on function
  account_end, account_membership, create_account, own_sessions, end_own_session, end_own_other_sessions,
  own_two_factor, own_passkeys
  to rigwright_app;
