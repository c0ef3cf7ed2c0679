-- Roles that nobody signs in with. Every request runs as rigwright_app, under row-level security. What deletes or
-- erases a company's rows (an undone import, an erased customer) runs as rigwright_eraser from its first statement,
-- because on a cluster one role alone changes the rows of a company in a transaction. rigwright_definer owns the
-- functions that look across companies. rigwright_backup reads everything and changes nothing: backups are taken as
-- this role, so they need no superuser.
do $$
declare name text;
begin
  foreach name in array array['rigwright_app', 'rigwright_definer', 'rigwright_backup', 'rigwright_eraser']
  loop
    begin
      if not exists (select from pg_roles where rolname = name) then
        -- The eraser as rigwright_app: on a cluster, machines call each other under both.
        execute format('create role %I ', name)
          || (select case when name = 'rigwright_eraser' and r.rolcanlogin then 'login' else 'nologin' end
              from (values (1)) as once left join pg_roles r on r.rolname = 'rigwright_app');
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
  -- The eraser may do what every request may, with the same policies.
  if not pg_has_role('rigwright_eraser', 'rigwright_app', 'usage') then grant rigwright_app to rigwright_eraser; end if;
  if not pg_has_role(current_user, 'rigwright_eraser', 'usage') then grant rigwright_eraser to current_user; end if;
  -- The login may switch to rigwright_backup but does not inherit it, so its own reads stay as narrow as before.
  -- PostgreSQL 15 cannot tell the two apart.
  if current_setting('server_version_num')::int < 160000 then
    if not pg_has_role(current_user, 'rigwright_backup', 'member') then
      grant rigwright_backup to current_user;
    end if;
  elsif not pg_has_role(current_user, 'rigwright_backup', 'set') then
    execute 'grant rigwright_backup to current_user with inherit false, set true';
  end if;
end $$;

do $$
begin
  execute format('grant usage on schema %I to rigwright_app, rigwright_definer, rigwright_backup', current_schema());
  execute format('grant select on all tables in schema %I to rigwright_backup', current_schema());
  execute format('alter default privileges in schema %I grant select on tables to rigwright_backup', current_schema());
  execute format('alter default privileges in schema %I grant select on sequences to rigwright_backup',
                 current_schema());
end $$;

create extension if not exists btree_gist;
create extension if not exists btree_gin;
create extension if not exists pg_trgm;
create extension if not exists cube;

-- The schema is the same on one PostgreSQL and on a Citus cluster (src/server/db/citus-distribution.ts). On distributed
-- tables, Citus takes no policy with a subquery, plans no function in SQL, and inserts no rows of a query under
-- row-level security.

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

-- Declares a table whose rows belong to companies: a request sees and changes those of its own company alone, what its
-- role is granted (`app`, and more for `eraser`); backups read all; functions that look across companies may do what
-- `definer` says.
create function declare_company_table(name text, app text, definer text default null, eraser text default null)
  returns void language plpgsql
  as $$
  begin
    perform declare_protected_table(name, app, definer, eraser);
    execute format('create policy own_company on %I to rigwright_app
      using (company_id = app_company()) with check (company_id = app_company())', name);
  end $$;

-- Declares a table with row-level security whose policy for requests stands beside the call, if they see any of it.
create function declare_protected_table(
    name text, app text default null, definer text default null, eraser text default null)
  returns void language plpgsql
  as $$
  begin
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy backup on %I for select to rigwright_backup using (true)', name);
    if app is not null then
      execute format('grant %s on %I to rigwright_app', app, name);
    end if;
    if eraser is not null then
      execute format('grant %s on %I to rigwright_eraser', eraser, name);
    end if;
    if definer is not null then
      execute format('grant %s on %I to rigwright_definer', definer, name);
      if definer ~ '\m(insert|update|delete)\M' then
        execute format('create policy definer on %I to rigwright_definer using (true) with check (true)', name);
      else
        execute format('create policy definer on %I for select to rigwright_definer using (true)', name);
      end if;
    end if;
  end $$;

-- Gives all SECURITY DEFINER functions of the schema to rigwright_definer, and leaves each to those who were granted
-- it. To own a function, a role must be able to create in its schema, for that moment.
create function declare_definer_functions() returns void language plpgsql
  as $$
  declare one regprocedure;
  begin
    execute format('grant create on schema %I to rigwright_definer', current_schema());
    for one in
      select p.oid from pg_proc p
      where p.pronamespace = current_schema()::regnamespace and p.prosecdef
        and p.proowner <> 'rigwright_definer'::regrole
    loop
      execute format('alter function %s owner to rigwright_definer', one);
      execute format('revoke all on function %s from public', one);
    end loop;
    execute format('revoke create on schema %I from rigwright_definer', current_schema());
  end $$;

-- SQL that normalizes the text which `source` is an expression of, by the rule of normalizeText in
-- src/domain/lib/search-terms.ts. Built-in functions only: a cluster has those on every machine.
create function normalized_text(source text) returns text language plpgsql
  as $$
  declare
    omitted constant text := U&'''"`\00B4\00AB\00BB\2018\2019\201A\201B\201C\201D\201E\201F\2032\2033\2034\2035\2036\2037\2039'
      '\203A\02B9\02BA\02BB\02BC\02BD\02C8\FF07\FF02\00AD\200B\200C\200D\200E\200F\202A\202B\202C\202D'
      '\202E\2060\2061\2062\2063\2064\2066\2067\2068\2069\FEFF';
    dashes constant text := U&'\2010\2011\2012\2013\2014\2015\2043\2212\FE58\FE63\FF0D';
    spaces constant text := U&'\0009\000A\000B\000C\000D\0085\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A'
      '\2028\2029\202F\205F\3000';
    letters constant text := $rule$ translate(lower(regexp_replace(normalize(translate(%1$s, %2$L, ''), NFKD),
      U&'[\0300-\036F\1AB0-\1AFF\1DC0-\1DFF\20D0-\20FF\FE20-\FE2F]', '', 'g')), %3$L, %4$L) $rule$;
    numbers constant text := $rule$ regexp_replace(replace(replace(replace(replace(%1$s, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      '(?<![0-9])(?:\+?1[ .-]{0,3})?\(?([0-9]{3})\)?[ .-]{0,3}([0-9]{3})[ .-]{0,3}([0-9]{4})(?![0-9])',
      '\1\2\3', 'g') $rule$;
    words constant text := $rule$ btrim(regexp_replace(translate(%1$s, '-.,;:()#*[]', '           '), ' +', ' ', 'g')) $rule$;
  begin
    return format(words, format(numbers, format(letters, source, omitted, 'øđðłħŧıŋς' || dashes || spaces,
      'oddlhtinσ' || repeat('-', length(dashes)) || repeat(' ', length(spaces)))));
  end $$;

-- SQL for the digits of the phone number in this column, without an extension.
create function phone_digits(phone_column text) returns text language sql
  as $body$
    select format($$ regexp_replace(regexp_replace(%s, '(x|ext\.?|extension) *[0-9]+ *$', '', 'i'), '[^0-9]', '', 'g') $$,
                  phone_column)
  $body$;
