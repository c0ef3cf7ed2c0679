-- The days for which the desk promises a ticket, oldest first. A promise is never changed: a move is another row. Without
-- foreign keys: on a cluster a new table is not with the tickets until its operator distributes it.
create table promised_day (
  company_id uuid not null,
  ticket_id integer not null,
  position integer not null,
  day date not null,
  first_day date not null,
  reason text not null,
  asked_by_customer boolean not null,
  promised_at timestamptz not null,
  promised_by text not null,
  promised_by_name text not null,
  done_on date,
  primary key (company_id, ticket_id, position)
);
comment on column promised_day.position is 'counts the promises of one ticket from 1';
comment on column promised_day.first_day is 'the day by which the ticket has to be done to be on time';
comment on column promised_day.reason is 'why the day was moved, as the customer reads it; empty of the first';
comment on column promised_day.asked_by_customer is 'whether the customer asked for the move';
comment on column promised_day.done_on is 'when the ticket was finalized, on the company''s calendar; null before';
select declare_company_table(
  'promised_day',
  app => 'select, insert, update (done_on)',
  definer => 'select',
  eraser => 'update (reason)'
);

alter table company_preference add column promises_days boolean not null default false;
comment on column company_preference.promises_days is 'whether it promises customers a day on which the work is done';

-- On time: of the promised tickets of the last days, how many there are and how many were done by the first promised day.
alter table company add column promised_tickets integer not null default 0;
alter table company add column on_time_tickets integer not null default 0;
comment on column company.promised_tickets is 'that were done or due within the days that count for On Time';
comment on column company.on_time_tickets is 'those of promised_tickets that were done by their first promised day';

-- The companies whose promised tickets are not counted right, with the count: those done within so many days, or due.
-- Tickets that ended without work do not count. The server asks hourly; no request may.
create function on_time_to_recalculate(as_of timestamptz, count_days integer, among uuid[])
  returns table (company_id uuid, promised integer, on_time integer)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select c.company_id, coalesce(counted.promised, 0), coalesce(counted.on_time, 0)
      from company c left join (
        select p.company_id, count(*)::integer as promised,
               (count(*) filter (where p.done_on <= p.first_day))::integer as on_time
        from promised_day p
          join company o on o.company_id = p.company_id
          join ticket t on t.company_id = p.company_id and t.ticket_id = p.ticket_id
        where (among is null or p.company_id = any(among))
          and t.state not in ('declined', 'closed')
          and not exists (
            select from promised_day later
            where later.company_id = p.company_id and later.ticket_id = p.ticket_id and later.position > p.position)
          and (p.done_on > (as_of at time zone o.time_zone)::date - count_days
            or p.first_day > (as_of at time zone o.time_zone)::date - count_days
              and p.first_day < (as_of at time zone o.time_zone)::date)
        group by p.company_id
      ) as counted on counted.company_id = c.company_id
      where (among is null or c.company_id = any(among))
        and ((c.promised_tickets, c.on_time_tickets) <> (coalesce(counted.promised, 0), coalesce(counted.on_time, 0))
          -- Imported as such, without promises.
          or c.on_time_status and counted.promised is null);
  end $$;

select declare_definer_functions();
