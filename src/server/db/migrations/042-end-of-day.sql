-- What a day came to is read from the log, the clocks and what customers were asked.
create index change_log_ticket_day on change_log (company_id, at)
  where kind = 'ticket' and verb in ('ticket.create', 'ticket.checkIn', 'ticket.finalize', 'ticket.complete');
create index approval_request_asked on approval_request (company_id, asked_at);

alter table company_preference
  add column emails_end_of_day boolean not null default false,
  add column end_of_day_emailed_on date;
comment on column company_preference.emails_end_of_day is
  'whether the owner is emailed what the day came to, when the shop closes';
comment on column company_preference.end_of_day_emailed_on is
  'the last day of which they were; also one whose email was left out, because the shop was closed';

grant select on company_preference, weekday_hours to rigwright_definer;
create policy definer on company_preference for select to rigwright_definer using (true);
create policy definer on weekday_hours for select to rigwright_definer using (true);

-- Days of companies whose shops have closed, and whose owners are to be emailed what they came to. After eight hours a day
-- is over: a server that did not run then sends nothing the next noon.
create function due_end_of_day_emails(as_of timestamptz, among uuid[])
  returns table (company_id uuid, time_zone text, day date)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select timed.company_id, timed.time_zone, timed.day
      from (
        select chosen.company_id, chosen.time_zone, chosen.day, chosen.local_time,
               chosen.day + make_interval(hours => case
                 when w.company_id is not null then w.closes::integer
                 when extract(isodow from chosen.day) between chosen.days_of_operation[1] and chosen.days_of_operation[2]
                   then chosen.hours_of_operation[2]::integer
               end) as closes_at
        from (
          select p.company_id, c.time_zone, p.end_of_day_emailed_on, c.days_of_operation, c.hours_of_operation,
                 as_of at time zone c.time_zone as local_time,
                 (as_of at time zone c.time_zone)::date - ago as day
          from company_preference p
            join company c on c.company_id = p.company_id
            cross join unnest(array[1, 0]) as ago
          where p.emails_end_of_day and c.suspended_at is null and (among is null or p.company_id = any(among))
        ) as chosen
          left join weekday_hours w
            on w.company_id = chosen.company_id and w.weekday = extract(isodow from chosen.day)
        where chosen.end_of_day_emailed_on is null or chosen.end_of_day_emailed_on < chosen.day
      ) as timed
      where timed.local_time >= timed.closes_at and timed.local_time < timed.closes_at + interval '8 hours'
      order by timed.day;
  end $$;

select declare_definer_functions();
