-- Cards say what a ticket waits for, whether a clock runs, what was asked and answered, and its next day; the board is
-- sorted by that day. Closed tickets have none of it and stay as they are.
alter table ticket add column booked_day date;
comment on column ticket.booked_day is 'the next planned day, or that of the appointment, on the company''s calendar; as on its card';

-- Only for a moment: the policies would hide all rows from an owner who is no superuser.
alter table ticket no force row level security;
alter table ticket_hold no force row level security;
alter table approval_line no force row level security;
alter table job no force row level security;
alter table clock_session no force row level security;
alter table planned_assignment no force row level security;
alter table booking no force row level security;
alter table company no force row level security;
update ticket t
  set booked_day = known.booked_day,
      card = (t.card::jsonb || jsonb_build_object(
        'hold', known.hold, 'isClockRunning', known.is_clock_running, 'askedCount', known.asked,
        'approvedCount', known.approved, 'declinedCount', known.declined, 'bookedDay', known.booked_day))::json
  from ticket o, lateral (
    select
      (select jsonb_build_object('reason', h.reason, 'until', h.until,
                'since', to_char(h.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
       from ticket_hold h where h.company_id = o.company_id and h.ticket_id = o.ticket_id) as hold,
      exists (select from clock_session s where s.company_id = o.company_id and s.ticket_id = o.ticket_id
                and s.clock_out_time is null) as is_clock_running,
      (select count(*) from approval_line l where l.company_id = o.company_id and l.ticket_id = o.ticket_id
         and l.state = 'open') as asked,
      (select count(*) from job j where j.company_id = o.company_id and j.ticket_id = o.ticket_id
         and j.answer = 'approved') as approved,
      (select count(*) from job j where j.company_id = o.company_id and j.ticket_id = o.ticket_id
         and j.answer = 'declined') as declined,
      coalesce(
        (select min(p.date) from planned_assignment p
         where p.company_id = o.company_id and p.ticket_id = o.ticket_id),
        (select (b.wanted_at at time zone c.time_zone)::date from booking b join company c using (company_id)
         where b.company_id = o.company_id and b.ticket_id = o.ticket_id)) as booked_day
  ) as known
  where o.company_id = t.company_id and o.ticket_id = t.ticket_id
    and t.state in ('pending', 'active', 'approval', 'completed');
alter table company force row level security;
alter table booking force row level security;
alter table planned_assignment force row level security;
alter table clock_session force row level security;
alter table job force row level security;
alter table approval_line force row level security;
alter table ticket_hold force row level security;
alter table ticket force row level security;

create index ticket_booked_day on ticket (company_id, state, booked_day, transitioned_at desc, ticket_id desc);
