-- A canceled appointment is shown to the desk until it was dismissed. Every change of an appointment raises `sequence`, the
-- version of its calendar file.
alter table booking add column canceled_at timestamptz;
alter table booking add column cancellation_seen_at timestamptz;
alter table booking add column sequence integer not null default 0;
comment on column booking.canceled_at is 'when its customer canceled the accepted appointment; null once the ticket is reopened';
comment on column booking.cancellation_seen_at is 'when the desk dismissed the cancellation';
create index booking_unseen_cancellation on booking (company_id, canceled_at)
  where canceled_at is not null and cancellation_seen_at is null;

-- What happened before was shown in another way. A moved appointment counted the seconds since the booking. Only for a
-- moment: the policies would hide all rows from an owner who is no superuser. One row at a time: a cluster takes no
-- functions of a row in an update.
alter table ticket no force row level security;
alter table booking no force row level security;
alter table company no force row level security;
do $$
declare known record;
begin
  for known in
    select b.company_id, b.booking_id, t.ticket_id, t.card::jsonb as card, t.transitioned_at, t.state, b.wanted_at,
           case when t.state = 'closed' and t.transition = 'cancel' then t.transitioned_at end as canceled_at,
           coalesce(greatest(0, ceil(extract(epoch from b.rescheduled_at - b.booked_at))), 0)::integer
             + (t.state = 'closed')::integer as sequence,
           (b.wanted_at at time zone c.time_zone)::date as booked_day
    from booking b
      join ticket t on t.company_id = b.company_id and t.ticket_id = b.ticket_id
      join company c on c.company_id = b.company_id
  loop
    if known.canceled_at is not null or known.sequence > 0 then
      update booking
        set canceled_at = known.canceled_at, cancellation_seen_at = known.canceled_at, sequence = known.sequence
        where company_id = known.company_id and booking_id = known.booking_id;
    end if;
    if known.state in ('pending', 'active', 'approval', 'completed') then
      known.card := known.card || jsonb_build_object(
        'appointmentAt', to_char(known.wanted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'bookedDay', known.booked_day,
        -- A card's earlier day was that of the next plan.
        'plannedDay', nullif(known.card ->> 'bookedDay', known.booked_day::text));
      update ticket set card = known.card::json, booked_day = known.booked_day
        where company_id = known.company_id and ticket_id = known.ticket_id;
    end if;
  end loop;
end $$;
alter table company force row level security;
alter table booking force row level security;
alter table ticket force row level security;
