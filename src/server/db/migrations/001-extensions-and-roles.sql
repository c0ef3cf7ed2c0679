-- Roles that nobody signs in with. Every request runs as rigwright_app, under row-level security.
-- rigwright_definer owns the few functions that look across companies. rigwright_backup reads everything and
-- changes nothing: backups are taken as this role, so they need no superuser.
do $$
declare name text;
begin
  foreach name in array array['rigwright_app', 'rigwright_definer', 'rigwright_backup']
  loop
    begin
      if not exists (select from pg_roles where rolname = name) then
        execute format('create role %I nologin', name);
      end if;
    -- The roles belong to the whole server: another database may create them at the same moment.
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
end $$;

-- Check first: granting a role again waits for every other session that is granting it.
-- 'usage', because since PostgreSQL 16 the creator of a role is a member that may not use it yet.
do $$
begin
  if not pg_has_role(current_user, 'rigwright_app', 'usage') then grant rigwright_app to current_user; end if;
  if not pg_has_role(current_user, 'rigwright_definer', 'usage') then grant rigwright_definer to current_user; end if;
end $$;
-- The login may switch to rigwright_backup but does not inherit it, so its own reads stay as narrow as before.
-- PostgreSQL 15 cannot tell the two apart.
do $$
begin
  if current_setting('server_version_num')::int < 160000 then
    if not pg_has_role(current_user, 'rigwright_backup', 'member') then
      grant rigwright_backup to current_user;
    end if;
  elsif not pg_has_role(current_user, 'rigwright_backup', 'set') then
    execute 'grant rigwright_backup to current_user with inherit false, set true';
  end if;
end $$;

-- To own a function, a role must be able to create in its schema; 023-rv-owners takes that back.
do $$
begin
  execute format('grant usage on schema %I to rigwright_app, rigwright_definer, rigwright_backup', current_schema());
  execute format('grant create on schema %I to rigwright_definer', current_schema());
  execute format('grant select on all tables in schema %I to rigwright_backup', current_schema());
  execute format('alter default privileges in schema %I grant select on tables to rigwright_backup', current_schema());
  execute format('alter default privileges in schema %I grant select on sequences to rigwright_backup',
                 current_schema());
end $$;

create extension if not exists btree_gist;
create extension if not exists btree_gin;
create extension if not exists pg_trgm;
create extension if not exists cube;

-- Who is asking, as each transaction sets it: the company, the actor (an account's id, or a hash for visitors),
-- and the one customer whose record the request has found a ticket of.
create function app_company() returns uuid language sql stable
  as $$ select nullif(current_setting('app.company', true), '')::uuid $$;

create function app_actor() returns text language sql stable
  as $$ select nullif(current_setting('app.actor', true), '') $$;

create function app_customer() returns uuid language sql stable
  as $$ select nullif(current_setting('app.customer', true), '')::uuid $$;

-- The actor's account as its key, because an index does not know the id as text.
create function own_account() returns uuid
  language sql stable
  as $$ select case when app_actor() ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then app_actor()::uuid end $$;
