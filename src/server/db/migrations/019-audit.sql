-- Sign-ins and failed attempts. Written by sign-in itself; a company's owner reads those of the company's accounts.
-- Nobody changes a row, and none is kept for more than a year.
create table sign_in (
  sign_in_id uuid primary key default gen_random_uuid(),
  company_id uuid,
  account uuid,
  name text not null,
  event text not null,
  at timestamptz not null,
  address text not null,
  device text not null
);
comment on column sign_in.company_id is 'null if no account matches what was typed';
comment on column sign_in.device is 'the user agent, as the browser sent it';
create index sign_in_newest on sign_in (company_id, at desc, sign_in_id desc);
create index sign_in_at on sign_in (at);
select declare_protected_table('sign_in', app => 'select', definer => 'select, insert, delete');
create policy own_company on sign_in for select to rigwright_app using (company_id = app_company());

-- The account is found by its id, or by the email that was typed. An unknown email leaves a row as well, without what
-- was typed, so that the response takes as long as for a known one.
create function record_sign_in(
    of_account uuid, of_email text, event_name text, as_of timestamptz, address_from text, user_agent text)
  returns void language sql security definer set search_path from current
  as $$
    insert into sign_in (company_id, account, name, event, at, address, device)
      select a.company, u.id, coalesce(u.name, ''), event_name, as_of, address_from, user_agent
        from (values (1)) as once
        left join auth_user u
          on u.id = coalesce(of_account, (select k.id from auth_user k where k.email = lower(of_email)))
        left join account_company a on a.account_id = u.id
  $$;

create function delete_old_sign_ins(before timestamptz) returns void
  language sql security definer set search_path from current
  as $$ delete from sign_in where at < before $$;

-- What people without a company did: founders, and RV owners with their own rigs.
create table platform_audit (
  entry_id uuid primary key,
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
create index platform_audit_by_kind on platform_audit (actor_kind, at desc, entry_id desc);
create index platform_audit_by_actor on platform_audit (actor, at desc, entry_id desc);
select declare_protected_table(
  'platform_audit',
  app => 'select, insert',
  definer => 'select, insert, update (actor_name)'
);
create policy own_entries on platform_audit to rigwright_app
  using (actor::text = app_actor()) with check (actor::text = app_actor());
