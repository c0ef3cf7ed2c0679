-- An accepted booking stays pending until its rig is here.
alter table ticket add column confirmed_at timestamptz;
comment on column ticket.confirmed_at is 'when the company agreed to a booking, which is pending until Check In';
alter table ticket add column check_in jsonb;
comment on column ticket.check_in is
  'who brought the rig, its keys, and where it stands; null before Check In and for a ticket created at the desk';

-- Agreed appointments in that span of which the customer was not reminded. The server asks for its reminders; no
-- request may.
create or replace function unreminded_appointments(after timestamptz, before timestamptz, among uuid[])
  returns table (company_id uuid, ticket_id integer, time_zone text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select b.company_id, b.ticket_id, c.time_zone
      from booking b
        join ticket t on t.company_id = b.company_id and t.ticket_id = b.ticket_id
        join company c on c.company_id = b.company_id
      where b.reminded_at is null and b.wanted_at > after and b.wanted_at < before
        and t.state = 'pending' and t.confirmed_at is not null and c.suspended_at is null
        and (among is null or b.company_id = any(among));
  end $$;
grant select (confirmed_at) on ticket to rigwright_definer;
