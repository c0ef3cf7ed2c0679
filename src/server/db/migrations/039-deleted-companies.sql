-- The operator can delete a company. Its row stays, with the name under which rigs' histories show its work.
alter table company add column deleted_at timestamptz;
comment on column company.deleted_at is 'all but the name is erased, and suspended_at is set as well';

-- As before, without deleted companies.
create or replace function company_statuses(founder_session uuid, companies uuid[])
  returns table (company_id uuid, email text, pending_status boolean, suspended_at timestamptz, time_zone text)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    perform assert_founder(founder_session);
    return query
      select c.company_id, c.email, c.pending_status, c.suspended_at, c.time_zone from company c
      where c.company_id = any(companies) and c.deleted_at is null;
  end $$;
