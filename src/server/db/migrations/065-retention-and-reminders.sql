-- How long issued invoices keep who they are for, what stays of a deleted company for as long, and reminders.
alter table billing_setting
  add column retention_years integer not null default 7 check (retention_years between 1 and 30),
  add column reminder_days integer check (reminder_days between 1 and 90);
comment on column billing_setting.retention_years is 'after it was issued, an invoice loses its payer';
comment on column billing_setting.reminder_days is
  'days past due after which a customer is reminded for the first time; null for never';

alter table invoice add column payer_removed_at timestamptz;
create index invoice_with_payer on invoice (issued_on) where payer_removed_at is null;

create table invoice_reminder (
  company_id uuid not null,
  invoice_id uuid not null,
  sent_count integer not null,
  last_sent_at timestamptz,
  stopped_at timestamptz,
  stopped_by_name text,
  primary key (company_id, invoice_id),
  foreign key (company_id, invoice_id) references invoice
);
alter table invoice_reminder enable row level security, force row level security;
create policy own_company on invoice_reminder to rigwright_app
  using (company_id = app_company()) with check (company_id = app_company());
create policy backup on invoice_reminder for select to rigwright_backup using (true);
grant select, insert, update on invoice_reminder to rigwright_app;

-- Invoices, credit notes and money of deleted companies. No request reaches them; they are for the operator alone.
create table retained_document (
  company_id uuid not null references company,
  document_id uuid not null,
  keep_until date not null,
  content jsonb not null,
  primary key (company_id, document_id)
);
comment on column retained_document.content is 'the row of invoice or ledger_entry as it was';
create index retained_document_end on retained_document (keep_until);
alter table retained_document enable row level security, force row level security;
create policy backup on retained_document for select to rigwright_backup using (true);
create policy definer on retained_document to rigwright_definer using (true) with check (true);
grant select, insert, delete on retained_document to rigwright_definer;

create policy definer_select on invoice for select to rigwright_definer using (true);
create policy definer_update on invoice for update to rigwright_definer using (true) with check (true);
create policy definer_select on ledger_entry for select to rigwright_definer using (true);
create policy definer_select on billing_setting for select to rigwright_definer using (true);
create policy definer_select on invoice_reminder for select to rigwright_definer using (true);
grant select on invoice, ledger_entry, billing_setting, invoice_reminder to rigwright_definer;
grant update (document, payer_removed_at) on invoice to rigwright_definer;

-- Removes name and address from invoices and credit notes that their companies have kept long enough, and what has been
-- kept long enough of deleted companies. Returns how many documents of either lost something.
create function remove_old_payers(as_of timestamptz)
  returns integer
  language plpgsql security definer set search_path from current
  as $$
  declare
    today date := as_of::date;
    last_year date := (as_of - interval '1 year')::date;
    changed integer;
    ended integer;
  begin
    update invoice i
      set document = jsonb_set(i.document, '{payer}', '{"name": "Former customer", "address": ""}'),
          payer_removed_at = as_of
      from billing_setting s
      where s.company_id = i.company_id and i.payer_removed_at is null
        and i.issued_on < last_year
        -- Only dates: in an update, a cluster compares a column with nothing that depends on a time zone.
        and (i.issued_on + make_interval(years => s.retention_years))::date < today;
    get diagnostics changed = row_count;
    delete from retained_document d where d.keep_until < today;
    get diagnostics ended = row_count;
    return changed + ended;
  end $$;

-- Keeps the invoices and the money of a company that is being deleted, for as long as it chose. As the role that deletes
-- the rest: on a cluster, one transaction changes a company's rows as one role.
create function retain_documents(company uuid)
  returns integer
  language plpgsql set search_path from current
  as $$
  declare
    years interval := make_interval(years => coalesce(
      (select s.retention_years from billing_setting s where s.company_id = company), 7));
    invoices integer;
    entries integer;
  begin
    insert into retained_document
      select i.company_id, i.invoice_id, (i.issued_on + years)::date, to_jsonb(i)
      from invoice i where i.company_id = company;
    get diagnostics invoices = row_count;
    insert into retained_document
      select l.company_id, l.entry_id, (l.at + years)::date, to_jsonb(l)
      from ledger_entry l where l.company_id = company;
    get diagnostics entries = row_count;
    return invoices + entries;
  end $$;

-- Every company's invoices of which the customer is to be reminded now: on which something is due, not within a week of
-- the last reminder.
create function due_invoice_reminders(as_of timestamptz, among uuid[], most integer)
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
      and (select sum(case d.kind when 'invoice' then d.total else -d.total end) from invoice d
           where d.company_id = i.company_id and d.ticket_id = i.ticket_id)
        > (select coalesce(sum(case l.kind when 'refund' then -l.amount else l.amount end), 0) from ledger_entry l
           where l.company_id = i.company_id and l.ticket_id = i.ticket_id);
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function remove_old_payers owner to rigwright_definer;
alter function due_invoice_reminders owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function remove_old_payers, retain_documents, due_invoice_reminders from public;
