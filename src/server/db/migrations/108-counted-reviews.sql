-- A review counts for Trusted if its customer's email or booking was confirmed, and it was not written by the company's own
-- people. Decided once, when it is written. Reviews from before count as they did.
alter table review add column uncounted_because text;
comment on column review.uncounted_because is 'why it does not count for Trusted; null if it does';

alter table ticket_link add column confirmed_email text;
comment on column ticket_link.confirmed_email
  is 'the customer''s email, in lower case, at which they got the link that they opened';

create or replace function badges_to_recalculate(since timestamptz, among uuid[]) returns table (company_id uuid)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select coalesce(badge.company_id, earned.company_id)
      from (
        select c.company_id from company c where c.trusted and (among is null or c.company_id = any(among))
      ) as badge
      full join (
        select r.company_id from review r
        where r.removed_at is null and r.uncounted_because is null and r.written_at >= since
          and (among is null or r.company_id = any(among))
        group by r.company_id having count(*) >= 10 and sum(r.stars) * 2 >= count(*) * 9
      ) as earned on earned.company_id = badge.company_id
      where badge.company_id is null or earned.company_id is null;
  end $$;

-- The emails of the company's owner and employees: by them their browsers are known.
create function company_staff_emails() returns table (email text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select lower(u.email) from account_company a join auth_user u on u.id = a.account_id
      where a.company = app_company();
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function company_staff_emails owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function company_staff_emails from public;
grant execute on function company_staff_emails to rigwright_app;
