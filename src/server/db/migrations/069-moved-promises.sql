-- Customers are emailed a promise that moved without their asking, of moves within a few minutes the last.
alter table promised_day add column email_due_at timestamptz;
comment on column promised_day.email_due_at is 'when the customer is emailed that it moved; null: not, or done';
create index promised_day_email_due on promised_day (company_id, email_due_at) where email_due_at is not null;
grant update (email_due_at) on promised_day to rigwright_app;

-- Tickets with a move of their promise whose email is due. The server asks for its emails; no request may.
create function moved_promises(as_of timestamptz, among uuid[])
  returns table (company_id uuid, ticket_id integer, time_zone text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select distinct p.company_id, p.ticket_id, c.time_zone
      from promised_day p join company c on c.company_id = p.company_id
      where p.email_due_at <= as_of and c.suspended_at is null and (among is null or p.company_id = any(among));
  end $$;

select declare_definer_functions();
