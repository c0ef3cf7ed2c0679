-- Invoices with something left to pay, of which customers are to be reminded. Payments for a ticket pay its oldest first; what
-- went back beyond all that was paid may be due on one that was taken back.
create or replace function due_invoice_reminders(as_of timestamptz, among uuid[], most integer)
  returns table (company_id uuid, ticket_id integer, invoice_id uuid, time_zone text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query select i.company_id, i.ticket_id, i.invoice_id, c.time_zone
    from billing_setting s
      join company c on c.company_id = s.company_id
      join invoice i on i.company_id = s.company_id and i.kind = 'invoice'
      join ticket t on t.company_id = i.company_id and t.ticket_id = i.ticket_id
      left join invoice_reminder r on r.company_id = i.company_id and r.invoice_id = i.invoice_id
    where s.reminder_days is not null and s.turned_on_at is not null and c.suspended_at is null
      and (among is null or s.company_id = any(among)) and t.email <> ''
      and i.due_on + s.reminder_days <= (as_of at time zone c.time_zone)::date
      and r.stopped_at is null and coalesce(r.sent_count, 0) < most
      and (r.last_sent_at is null or r.last_sent_at <= as_of - interval '7 days')
      -- It and those before it come to more than was paid.
      and (select sum(case d.kind when 'invoice' then d.total else -d.total end) from invoice d
             left join invoice o on o.company_id = d.company_id and o.invoice_id = d.credits_invoice_id
           where d.company_id = i.company_id and d.ticket_id = i.ticket_id
             and coalesce(o.number, d.number) <= i.number)
        > (select coalesce(sum(case l.kind when 'refund' then -l.amount else l.amount end), 0) from ledger_entry l
           where l.company_id = i.company_id and l.ticket_id = i.ticket_id)
      and (
        i.total > (select coalesce(sum(n.total), 0) from invoice n
                   where n.company_id = i.company_id and n.ticket_id = i.ticket_id
                     and n.credits_invoice_id = i.invoice_id)
        or (select coalesce(sum(case l.kind when 'refund' then -l.amount else l.amount end), 0) from ledger_entry l
            where l.company_id = i.company_id and l.ticket_id = i.ticket_id) < 0);
  end $$;
