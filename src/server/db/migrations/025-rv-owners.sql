-- People who own rigs have accounts of their own: of no company, and made only once their email is confirmed. Their
-- record among the customers is keyed by the account.
alter table customer add column shares_contact boolean not null default false;
comment on column customer.shares_contact is 'whether any company that takes in a rig of theirs is told who they are';

-- An account of no company, or a unique violation on the email. Whoever calls it has seen the email confirmed.
create function create_rv_owner(account uuid, account_name text, account_email text, password_hash text, at timestamptz)
  returns void language sql security definer set search_path from current
  as $$
    insert into auth_user (id, name, email, email_verified, created_at, updated_at)
      values (account, account_name, account_email, true, at, at);
    insert into auth_credential (id, user_id, account_id, provider_id, password, created_at, updated_at)
      values (gen_random_uuid(), account, account::text, 'credential', password_hash, at, at);
  $$;

-- The confirmed email of an account of no company; null for any other.
create function rv_owner_email(account uuid) returns text
  language sql stable security definer set search_path from current
  as $$
    select u.email from auth_user u
      where u.id = account and u.email_verified
        and not exists (select from account_company a where a.account_id = account)
  $$;

-- The trail of people of no company: founders, and owners of rigs with their own.
create table deed (
  deed_id uuid primary key,
  at timestamptz not null,
  actor uuid not null,
  actor_name text not null,
  actor_kind text not null,
  verb text not null,
  company_uuid uuid,
  ticket_id integer,
  vin text,
  detail jsonb
);
create index deed_by_kind on deed (actor_kind, at desc, deed_id desc);
create index deed_by_actor on deed (actor, at desc, deed_id desc);
alter table deed enable row level security;
alter table deed force row level security;
create policy own_deeds on deed to rigwright_app
  using (actor::text = app_actor()) with check (actor::text = app_actor());
create policy keeper on deed for select to rigwright_keeper using (true);
create policy reach on deed for select to rigwright_reach using (true);
grant select, insert on deed to rigwright_app;
grant select on deed to rigwright_reach;

do $$
declare signature text;
begin
  execute format('grant create on schema %I to rigwright_reach', current_schema());
  foreach signature in array array[
    'create_rv_owner(uuid, text, text, text, timestamptz)', 'rv_owner_email(uuid)']
  loop
    execute format('alter function %s owner to rigwright_reach', signature);
    execute format('revoke all on function %s from public', signature);
  end loop;
  -- Whose email an account has is asked at the door, and no piece of work's business.
  grant execute on function create_rv_owner(uuid, text, text, text, timestamptz) to rigwright_app;
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
