-- The keeper reads everything and changes nothing: backups are taken under this role, so that they need
-- no superuser. FORCE binds the owner of the tables as well; this policy is what lets the keeper through.
-- A table that comes later brings its own: create policy keeper on … for select to rigwright_keeper using (true).
do $$
begin
  if not exists (select from pg_roles where rolname = 'rigwright_keeper') then
    create role rigwright_keeper nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;

-- The login may become the keeper, and is not the keeper as long as it does not: what it reads by itself
-- stays as narrow as before. PostgreSQL 15 cannot tell the two apart.
do $$
begin
  if current_setting('server_version_num')::int < 160000 then
    if not pg_has_role(current_user, 'rigwright_keeper', 'member') then
      grant rigwright_keeper to current_user;
    end if;
  elsif not pg_has_role(current_user, 'rigwright_keeper', 'set') then
    execute 'grant rigwright_keeper to current_user with inherit false, set true';
  end if;
end $$;

do $$
declare kept record;
begin
  execute format('grant usage on schema %I to rigwright_keeper', current_schema());
  execute format('grant select on all tables in schema %I to rigwright_keeper', current_schema());
  execute format('grant select on all sequences in schema %I to rigwright_keeper', current_schema());
  execute format('alter default privileges in schema %I grant select on tables to rigwright_keeper', current_schema());
  execute format('alter default privileges in schema %I grant select on sequences to rigwright_keeper', current_schema());
  for kept in
    select relname from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relrowsecurity
  loop
    execute format('create policy keeper on %I for select to rigwright_keeper using (true)', kept.relname);
  end loop;
end $$;
