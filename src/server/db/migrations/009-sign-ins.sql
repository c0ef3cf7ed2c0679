-- Who came in by which account, and who tried. Written by the sign-in itself; a company's owner reads
-- what concerns its accounts. Nobody changes a row, and none is kept for more than a year.
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
alter table sign_in enable row level security;
alter table sign_in force row level security;
create policy own_company on sign_in for select to rigwright_app using (company_id = app_company());
create policy reach on sign_in to rigwright_reach using (true) with check (true);
grant select on sign_in to rigwright_app;
grant select, insert, delete on sign_in to rigwright_reach;

do $$
begin
  execute format('grant create on schema %I to rigwright_reach', current_schema());
end $$;

-- The account is known by its id, or by the email that somebody typed. An unknown one leaves a line as
-- well, without what was typed: the answer takes as long as for a known one.
create function note_sign_in(
  of_account uuid, of_email text, what text, moment timestamptz, from_address text, by_device text
) returns void
  language sql security definer set search_path from current
  as $$
    insert into sign_in (company_id, account, name, event, at, address, device)
      select s.company_id, u.id, coalesce(u.name, ''), what, moment, from_address, by_device
        from (values (1)) as once
        left join auth_user u
          on u.id = coalesce(of_account, (select k.id from auth_user k where k.email = lower(of_email)))
        left join lateral (
          select c.company_id from company c where c.company_id = u.id
          union all
          select e.company_id from employee e where e.employee_id = u.id
        ) s on true
  $$;

create function forget_old_sign_ins(before timestamptz) returns void
  language sql security definer set search_path from current
  as $$ delete from sign_in where at < before $$;

do $$
begin
  alter function note_sign_in(uuid, text, text, timestamptz, text, text) owner to rigwright_reach;
  revoke all on function note_sign_in(uuid, text, text, timestamptz, text, text) from public;
  alter function forget_old_sign_ins(timestamptz) owner to rigwright_reach;
  revoke all on function forget_old_sign_ins(timestamptz) from public;
  execute format('revoke create on schema %I from rigwright_reach', current_schema());
end $$;
