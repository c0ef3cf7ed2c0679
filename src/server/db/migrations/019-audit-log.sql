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
comment on column sign_in.company_id is 'null where nobody has the account that was tried';
comment on column sign_in.device is 'what the browser said of itself';
create index sign_in_newest on sign_in (company_id, at desc, sign_in_id desc);
create index sign_in_at on sign_in (at);
alter table sign_in enable row level security, force row level security;
create policy own_company on sign_in for select to rigwright_app using (company_id = (select app_company()));
create policy keeper on sign_in for select to rigwright_keeper using (true);
create policy reach on sign_in to rigwright_reach using (true) with check (true);
grant select on sign_in to rigwright_app;
grant select, insert, delete on sign_in to rigwright_reach;

-- The account is found by its id, or by the email that was typed. An unknown email leaves a row as well, without what
-- was typed, so that the response takes as long as for a known one.
create function note_sign_in(
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

create function forget_old_sign_ins(before timestamptz) returns void
  language sql security definer set search_path from current
  as $$ delete from sign_in where at < before $$;

-- What people without a company did: founders, and RV owners with their own rigs.
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
alter table deed enable row level security, force row level security;
create policy own_deeds on deed to rigwright_app
  using (actor::text = app_actor()) with check (actor::text = app_actor());
create policy keeper on deed for select to rigwright_keeper using (true);
create policy reach on deed for select to rigwright_reach using (true);
create policy reach_adds on deed for insert to rigwright_reach with check (true);
create policy leaving on deed for update to rigwright_reach using (true) with check (true);
grant select, insert on deed to rigwright_app;
grant select, insert, update (actor_name) on deed to rigwright_reach;

alter function note_sign_in owner to rigwright_reach;
alter function forget_old_sign_ins owner to rigwright_reach;
revoke all on function note_sign_in, forget_old_sign_ins from public;
