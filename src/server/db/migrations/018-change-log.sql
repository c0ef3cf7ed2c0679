-- One table for the audit trail, the activity list, the live feed and its resume point. The row lock on the version
-- makes versions follow commit order: a reader who has seen 41 can never later meet a 40.
create table company_version (
  company_id uuid primary key,
  version bigint not null default 0
);
alter table company_version enable row level security, force row level security;
create policy own_company on company_version to rigwright_app
  using (company_id = (select app_company())) with check (company_id = app_company());
create policy keeper on company_version for select to rigwright_keeper using (true);
create policy reach on company_version for select to rigwright_reach using (true);
grant select, insert, update on company_version to rigwright_app;
grant select on company_version to rigwright_reach;

create table change (
  company_id uuid not null,
  version bigint not null,
  kind text not null,
  id text not null,
  verb text not null,
  at timestamptz not null,
  actor text not null,
  actor_name text not null,
  card jsonb,
  seq integer not null default 1,
  detail jsonb,
  primary key (company_id, version, seq)
);
comment on column change.seq is 'counts the rows of one version from 1';
comment on column change.detail is 'what a sentence needs besides who and when; never money';
create index change_of on change (company_id, kind, id, version, seq);
alter table change enable row level security, force row level security;
create policy own_company on change to rigwright_app
  using (company_id = (select app_company())) with check (company_id = app_company());
create policy keeper on change for select to rigwright_keeper using (true);
grant select, insert on change to rigwright_app;

-- The last statement of a command: raises the company's version, whose lock is held until commit, and writes a row
-- for each thing that was changed. Returns the version.
create function leave_trail(company uuid, moment timestamptz, who text, name text, touches jsonb) returns bigint
  language plpgsql set enable_seqscan = off
  as $$
  declare raised bigint;
  begin
    update company_version set version = version + 1 where company_id = company returning version into raised;
    insert into change (company_id, version, seq, kind, id, verb, at, actor, actor_name, card, detail)
      select company, raised, t.seq, t.kind, t.id, t.verb, moment, who, name, t.card, t.detail
      from jsonb_to_recordset(touches) as t (
        seq int, kind text, id text, verb text, card jsonb, detail jsonb);
    return raised;
  end $$;

revoke all on function leave_trail from public;
grant execute on function leave_trail to rigwright_app;

-- How far the change logs of these companies have come, and nothing else about them.
create function company_versions(companies uuid[]) returns table (company_id uuid, version bigint)
  language sql stable security definer set search_path from current
  as $$ select v.company_id, v.version from company_version v where v.company_id = any(companies) $$;

alter function company_versions owner to rigwright_reach;
revoke all on function company_versions from public;
grant execute on function company_versions to rigwright_app;
