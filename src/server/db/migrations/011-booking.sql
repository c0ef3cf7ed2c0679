-- What a customer booked without an account. A booking is not a ticket until its email is confirmed; then `ticket_id`
-- names the ticket it became, and its photos are the ticket's.
create table booking (
  company_id uuid not null references company,
  booking_id uuid not null,
  ticket_id integer,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  problem text not null,
  vin text not null,
  make text not null,
  model text not null,
  year text not null,
  axle_amount text,
  place text not null check (place in ('shop', 'site')),
  address text not null,
  campground text not null,
  site_number text not null,
  latitude double precision,
  longitude double precision,
  wanted_at timestamptz not null,
  booked_at timestamptz not null,
  email_confirmed_at timestamptz,
  decline_reason text,
  photos jsonb not null,
  -- When the customer moved an accepted appointment, and when they were reminded of it: once for each time agreed on.
  rescheduled_at timestamptz,
  reminded_at timestamptz,
  -- A canceled appointment is shown to the desk until it was dismissed.
  canceled_at timestamptz,
  cancellation_seen_at timestamptz,
  -- The version of the appointment's calendar file, raised by every change.
  sequence integer not null default 0,
  primary key (company_id, booking_id),
  foreign key (company_id, ticket_id) references ticket,
  check (ticket_id is null or photos = '[]')
);
comment on column booking.photos is 'until the booking is a ticket: photoId, width, height';
comment on column booking.canceled_at is
  'when its customer canceled the accepted appointment; null once the ticket is reopened';
comment on column booking.cancellation_seen_at is 'when the desk dismissed the cancellation';
create unique index booking_ticket on booking (company_id, ticket_id) where ticket_id is not null;
create index booking_email on booking (company_id, email);
create index booking_unconfirmed on booking (booked_at) where ticket_id is null;
create index booking_to_remind on booking (wanted_at) where ticket_id is not null and reminded_at is null;
create index booking_unseen_cancellation on booking (company_id, canceled_at)
  where canceled_at is not null and cancellation_seen_at is null;
select declare_company_table('booking', app => 'select, insert, update, delete', definer => 'select');

-- Bookings from before that time which were never confirmed. The server asks for its cleanup; no request may.
create function unconfirmed_bookings(before timestamptz, among uuid[])
  returns table (company_id uuid, booking_id uuid)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select b.company_id, b.booking_id from booking b
      where b.ticket_id is null and b.booked_at < before and (among is null or b.company_id = any(among));
  end $$;

-- Accepted appointments in that span of which the customer was not reminded. The server asks for its reminders; no
-- request may.
create function unreminded_appointments(after timestamptz, before timestamptz, among uuid[])
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
        and t.state in ('active', 'approval') and c.suspended_at is null
        and (among is null or b.company_id = any(among));
  end $$;
