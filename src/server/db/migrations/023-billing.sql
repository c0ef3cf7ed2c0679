-- How a company bills. No row, or one without turned_on_at: it does not, and nothing of it shows.
create table billing_setting (
  company_id uuid primary key references company,
  turned_on_at timestamptz,
  invoice_prefix text not null default '',
  next_invoice_number integer not null default 1001 check (next_invoice_number between 1 and 99999999),
  credit_note_prefix text not null default 'CN-',
  next_credit_note_number integer not null default 1001 check (next_credit_note_number between 1 and 99999999),
  payment_terms_days integer not null default 0 check (payment_terms_days between 0 and 365),
  foot_text text not null default '',
  discount_limit bigint check (discount_limit >= 0),
  fee_presets jsonb not null default '[]',
  -- Null is 10 % of the parts.
  shop_supplies jsonb,
  -- Labor rates by name besides the company's.
  labor_rates jsonb not null default '[]',
  -- What a mobile visit is charged for the trip, and what customers are told before they book.
  trip_rules jsonb,
  -- Customers pay by card on the payment service's own pages, to an account of the company; no card number comes here.
  card_account text,
  cards_ready boolean not null default false,
  cards_check_until timestamptz,
  -- How long issued invoices keep who they are for; what stays of a deleted company is kept for as long.
  retention_years integer not null default 7 check (retention_years between 1 and 30),
  reminder_days integer check (reminder_days between 1 and 90),
  page_size text not null default 'letter' check (page_size in ('letter', 'a4'))
);
comment on column billing_setting.next_invoice_number is
  'locked and raised by the transaction that issues the invoice, so that numbers have no gaps';
comment on column billing_setting.discount_limit is
  'cents that a service writer may take off one invoice; null for no limit';
comment on column billing_setting.fee_presets is
  'name, and amount in cents or percentage in ten-thousandths of a percent';
comment on column billing_setting.shop_supplies is
  'percentage in ten-thousandths of a percent, and cap for a ticket in cents or null';
comment on column billing_setting.labor_rates is 'laborRateId, name, and amount in cents an hour';
comment on column billing_setting.trip_rules is 'distances in tenths of a mile, money in cents';
comment on column billing_setting.card_account is
  'the company''s account at the payment service; null until it connects one';
comment on column billing_setting.cards_ready is 'whether that account may take payments';
comment on column billing_setting.cards_check_until is
  'until when the service is asked what was paid, in case it cannot tell us; null while nothing is open';
comment on column billing_setting.retention_years is 'after it was issued, an invoice loses its payer';
comment on column billing_setting.reminder_days is
  'days past due after which a customer is reminded for the first time; null for never';
select declare_company_table('billing_setting', app => 'select, insert, update', definer => 'select');

create table tax_rate (
  company_id uuid not null references company,
  tax_rate_id uuid not null,
  name text not null,
  percentage integer not null check (percentage between 0 and 1000000),
  applies_to text[] not null check (applies_to <@ array['parts', 'labor', 'supplies', 'trip']),
  is_default boolean not null,
  archived_at timestamptz,
  primary key (company_id, tax_rate_id)
);
comment on column tax_rate.percentage is 'ten-thousandths of a percent: 8.25 % is 82500';
create unique index tax_rate_default on tax_rate (company_id) where is_default and archived_at is null;
select declare_company_table('tax_rate', app => 'select, insert, update');

-- A customer's certificate of tax exemption, proposed on their next invoice.
create table customer_exemption (
  company_id uuid not null references company,
  email text not null,
  phone text not null,
  certificate_number text not null,
  expires_on date not null,
  noted_at timestamptz not null,
  -- People may share an email: a certificate is one customer's by name and contact.
  customer_name text not null default '',
  primary key (company_id, email, phone, customer_name),
  check (email <> '' or phone <> '')
);
comment on table customer_exemption is
  'the customer by name and email in lower case, or by name and phone number if they have no email';
select declare_company_table('customer_exemption', app => 'select, insert, update, delete');

-- Invoices, credit notes and what was paid. None of these rows is ever changed: requests may only add and read them.
create table invoice (
  company_id uuid not null,
  invoice_id uuid not null,
  ticket_id integer not null,
  kind text not null check (kind in ('invoice', 'credit-note')),
  number integer not null,
  prefix text not null,
  credits_invoice_id uuid,
  payer_kind text not null check (payer_kind in ('customer')),
  total bigint not null check (total >= 0),
  tax_total bigint not null check (tax_total >= 0),
  issued_at timestamptz not null,
  issued_by text not null,
  issued_by_name text not null,
  issued_on date not null,
  due_on date not null,
  document jsonb not null,
  payer_removed_at timestamptz,
  primary key (company_id, invoice_id),
  unique (company_id, kind, number),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, credits_invoice_id) references invoice,
  check ((kind = 'credit-note') = (credits_invoice_id is not null))
);
comment on column invoice.issued_on is 'on the company''s calendar';
comment on column invoice.document is
  'as it was issued: company, payer, rig, lines, discounts, tax by rate, terms; money in cents';
create index invoice_ticket on invoice (company_id, ticket_id, issued_at);
create index invoice_issued_on on invoice (company_id, issued_on);
create index invoice_with_payer on invoice (issued_on) where payer_removed_at is null;
select declare_company_table(
  'invoice',
  app => 'select, insert',
  definer => 'select, update (document, payer_removed_at)'
);

create table ledger_entry (
  company_id uuid not null,
  entry_id uuid not null,
  ticket_id integer not null,
  position integer not null,
  kind text not null check (kind in ('payment', 'deposit', 'refund')),
  method text not null check (method in ('cash', 'check', 'card', 'transfer')),
  amount bigint not null check (amount > 0),
  invoice_id uuid,
  reference text not null,
  note text not null,
  at timestamptz not null,
  by text not null,
  by_name text not null,
  -- A payment or refund of the service is entered once, however often and in whatever order we hear of it.
  processor_id text,
  -- A slip at the desk is voided by a refund that names it.
  voids_entry_id uuid,
  -- Why the payment service transferred money without the company.
  cause text check (cause in ('dispute', 'dispute-won', 'refund-failed')),
  primary key (company_id, entry_id),
  unique (company_id, ticket_id, position),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, invoice_id) references invoice,
  constraint ledger_entry_voids_entry foreign key (company_id, voids_entry_id) references ledger_entry,
  constraint ledger_entry_void check (voids_entry_id is null or kind = 'refund')
);
comment on column ledger_entry.position is 'counts a ticket''s entries from 1';
comment on column ledger_entry.amount is 'cents; a refund is money out';
comment on column ledger_entry.reference is 'a check''s or transfer''s number';
comment on column ledger_entry.note is 'why it was refunded';
comment on column ledger_entry.invoice_id is
  'the invoice that was open when it was recorded; null for a deposit before it';
comment on column ledger_entry.processor_id is
  'the payment or refund at the payment service; null for what was entered by hand';
comment on column ledger_entry.voids_entry_id is 'the payment or deposit by hand that was a slip; each is voided once';
comment on column ledger_entry.cause is
  'what the payment service told of: money that a customer''s bank took, gave back, or did not take; null for all others';
create unique index ledger_entry_processor on ledger_entry (company_id, processor_id);
create index ledger_entry_at on ledger_entry (company_id, at);
create unique index ledger_entry_void_once on ledger_entry (company_id, voids_entry_id);
select declare_company_table('ledger_entry', app => 'select, insert', definer => 'select');

-- Refunds to a card that the payment service was asked for and has not confirmed. While one is under way, no other
-- money of its ticket goes back.
create table card_refund (
  company_id uuid not null references company,
  ticket_id integer not null,
  entry_id uuid not null,
  amount bigint not null check (amount > 0),
  started_at timestamptz not null,
  primary key (company_id, ticket_id)
);
comment on column card_refund.entry_id is 'the payment in the ledger that is refunded';
comment on column card_refund.amount is 'cents';
select declare_company_table('card_refund', app => 'select, insert, update, delete');

-- Every company whose payment service is to be asked. The server asks it; no request may.
create function open_card_checks(as_of timestamptz, among uuid[])
  returns table (company_id uuid, time_zone text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select b.company_id, c.time_zone
      from billing_setting b join company c on c.company_id = b.company_id
      where b.cards_check_until >= as_of and c.deleted_at is null and (among is null or b.company_id = any(among));
  end $$;

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
select declare_company_table('invoice_reminder', app => 'select, insert, update', definer => 'select');

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
select declare_protected_table('retained_document', definer => 'select, insert, delete');

-- Keeps the invoices and the money of a company that is being deleted, for as long as it chose. As the role that
-- deletes the rest: on a cluster, one transaction changes a company's rows as one role.
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

-- How a company closed its days: what was expected and counted. Never changed; a day is corrected by closing it again.
create table day_close (
  company_id uuid not null references company,
  close_id uuid not null,
  day date not null,
  position integer not null,
  lines jsonb not null,
  note text not null,
  closed_at timestamptz not null,
  closed_by text not null,
  closed_by_name text not null,
  primary key (company_id, close_id),
  unique (company_id, day, position)
);
comment on column day_close.day is 'on the company''s calendar';
comment on column day_close.position is 'counts the closes of a day from 1; the last one counts';
comment on column day_close.lines is 'by method: in, out, expected, counted; cents';
select declare_company_table('day_close', app => 'select, insert');

-- What was exported for bookkeeping, so that each entry is exported once for each program.
create table bookkeeping_export (
  company_id uuid not null references company,
  export_id uuid not null,
  target text not null check (target in ('journal', 'quickbooks-online', 'quickbooks-desktop')),
  from_day date not null,
  to_day date not null,
  entry_count integer not null,
  exported_at timestamptz not null,
  exported_by text not null,
  exported_by_name text not null,
  primary key (company_id, export_id)
);
select declare_company_table('bookkeeping_export', app => 'select, insert');

create table exported_entry (
  company_id uuid not null,
  target text not null,
  entry_id uuid not null,
  export_id uuid not null,
  primary key (company_id, target, entry_id),
  foreign key (company_id, export_id) references bookkeeping_export
);
comment on column exported_entry.entry_id is 'an invoice, a credit note, or an entry of the ledger';
create index exported_entry_export on exported_entry (company_id, export_id);
select declare_company_table('exported_entry', app => 'select, insert');
