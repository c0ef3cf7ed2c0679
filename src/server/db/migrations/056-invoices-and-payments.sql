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
alter table invoice enable row level security, force row level security;
create policy own_company on invoice to rigwright_app
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy backup on invoice for select to rigwright_backup using (true);
grant select, insert on invoice to rigwright_app;

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
  primary key (company_id, entry_id),
  unique (company_id, ticket_id, position),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, invoice_id) references invoice
);
comment on column ledger_entry.position is 'counts a ticket''s entries from 1';
comment on column ledger_entry.amount is 'cents; a refund is money out';
comment on column ledger_entry.reference is 'a check''s or transfer''s number';
comment on column ledger_entry.note is 'why it was refunded';
comment on column ledger_entry.invoice_id is 'the invoice that was open when it was recorded; null for a deposit before it';
alter table ledger_entry enable row level security, force row level security;
create policy own_company on ledger_entry to rigwright_app
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy backup on ledger_entry for select to rigwright_backup using (true);
grant select, insert on ledger_entry to rigwright_app;
