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
  primary key (company_id, booking_id),
  foreign key (company_id, ticket_id) references ticket,
  check (ticket_id is null or photos = '[]')
);
comment on column booking.photos is 'until the booking is a ticket: photoId, width, height';
create unique index booking_ticket on booking (company_id, ticket_id) where ticket_id is not null;
create index booking_email on booking (company_id, email);
create index booking_unconfirmed on booking (booked_at) where ticket_id is null;
alter table booking enable row level security, force row level security;
create policy own_company on booking to rigwright_app
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy backup on booking for select to rigwright_backup using (true);
create policy definer on booking for select to rigwright_definer using (true);
grant select, insert, update, delete on booking to rigwright_app;
grant select on booking to rigwright_definer;

-- Bookings from before that time which were never confirmed. The server asks for its cleanup; no request may.
create function unconfirmed_bookings(before timestamptz) returns table (company_id uuid, booking_id uuid)
  language sql stable security definer set search_path from current
  as $$
    select b.company_id, b.booking_id from booking b where b.ticket_id is null and b.booked_at < before
  $$;

alter function unconfirmed_bookings owner to rigwright_definer;
revoke all on function unconfirmed_bookings from public;
