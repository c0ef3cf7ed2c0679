-- Customers whose ticket is on hold are emailed once that nothing has changed, if the company sets after how many open days.
alter table company_preference
  add column status_update_days integer check (status_update_days between 1 and 30);
comment on column company_preference.status_update_days is
  'after how many open days without a change a customer on hold is emailed; null: never';

alter table ticket_hold add column customer_updated_at timestamptz;
comment on column ticket_hold.customer_updated_at is
  'when the customer was emailed that nothing had changed; null: not since the hold was set';

grant select on ticket_hold to rigwright_definer;
create policy definer on ticket_hold for select to rigwright_definer using (true);

-- Tickets on hold for at least as many days as their company sets, whose customers were not emailed since.
create function waiting_customers(as_of timestamptz, among uuid[])
  returns table (company_id uuid, ticket_id integer, time_zone text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select h.company_id, h.ticket_id, c.time_zone
      from company_preference p
        join company c on c.company_id = p.company_id
        join ticket_hold h on h.company_id = p.company_id
      where p.status_update_days is not null and c.suspended_at is null
        and h.customer_updated_at is null and h.since <= as_of - make_interval(days => p.status_update_days)
        and (among is null or p.company_id = any(among));
  end $$;

select declare_definer_functions();
