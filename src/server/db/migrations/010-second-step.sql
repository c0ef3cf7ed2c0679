-- The second step of signing in, and passkeys. Like the other accounts' tables they belong to the
-- sign-in library; no piece of work may look into them.
alter table auth_user add column two_factor_enabled boolean not null default false;
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

-- A code counts once: whoever looked over a shoulder cannot use it again while it lasts.
create table auth_tried_code (
  user_id uuid not null references auth_user on delete cascade,
  code text not null,
  tried_at timestamptz not null,
  primary key (user_id, code)
);

-- A session lasts 30 days at most, and 7 without being used.
update auth_session
  set expires_at = least(expires_at, created_at + interval '30 days', updated_at + interval '7 days');

do $$
begin
  execute format('grant create on schema %I to rigwright_reach', current_schema());
end $$;
grant select on auth_two_factor, auth_passkey to rigwright_reach;

-- What somebody may see and end of their own account: whose it is, is who is at work.
create function own_sessions()
  returns table (session_id uuid, address text, user_agent text, began_at timestamptz, last_used_at timestamptz)
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
create function end_own_other_sessions(this uuid) returns void
  language sql security definer set search_path from current
  as $$ delete from auth_session where id <> this and user_id::text = app_actor() $$;
create function own_second_step() returns table (is_on boolean, recovery_codes integer)
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

do $$
declare signature text;
begin
  foreach signature in array array[
    'own_sessions()', 'end_own_session(uuid)', 'end_own_other_sessions(uuid)',
    'own_second_step()', 'own_passkeys()']
  loop
    execute format('alter function %s owner to rigwright_reach', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to rigwright_app', signature);
  end loop;
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
