alter table company add column closes_at timestamptz;
comment on column company.closes_at is 'when all but the name is erased, because its owner closed it; null if they did not';
create index company_closing on company (closes_at) where closes_at is not null;

create function companies_due_to_close(as_of timestamptz, among uuid[])
  returns table (company_id uuid, time_zone text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select c.company_id, c.time_zone from company c
      where c.closes_at <= as_of and c.deleted_at is null and (among is null or c.company_id = any(among));
  end $$;
do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function companies_due_to_close owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function companies_due_to_close from public;
grant execute on function companies_due_to_close to rigwright_app;
