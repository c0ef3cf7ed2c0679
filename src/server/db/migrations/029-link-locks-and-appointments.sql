-- A network that gives too many wrong answers to a link's question within an hour has to wait, which the desk sees and
-- ends. Its tries are counted under the number of unlocks.
alter table ticket_link add column locked_until timestamptz, add column unlocks integer not null default 0;

-- When the customer moved an accepted appointment, and when they were reminded of it: once for each time agreed on.
alter table booking add column rescheduled_at timestamptz, add column reminded_at timestamptz;
create index booking_to_remind on booking (wanted_at) where ticket_id is not null and reminded_at is null;

-- What a company chose for itself; without a row, the product's defaults.
create table company_preference (
  company_id uuid primary key references company,
  -- Until how many hours before it a customer may change an appointment; null for never.
  change_hours smallint check (change_hours between 0 and 336)
);
alter table company_preference enable row level security, force row level security;
create policy own_company on company_preference to rigwright_app
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy backup on company_preference for select to rigwright_backup using (true);
grant select, insert, update on company_preference to rigwright_app;

-- Every company's accepted appointments in that span of which the customer was not reminded. The server asks for its
-- reminders; no request may.
create function unreminded_appointments(after timestamptz, before timestamptz)
  returns table (company_id uuid, ticket_id integer, time_zone text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query select b.company_id, b.ticket_id, c.time_zone
    from booking b
      join ticket t on t.company_id = b.company_id and t.ticket_id = b.ticket_id
      join company c on c.company_id = b.company_id
    where b.reminded_at is null and b.wanted_at > after and b.wanted_at < before
      and t.state in ('active', 'approval') and c.suspended_at is null;
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function unreminded_appointments owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function unreminded_appointments from public;
