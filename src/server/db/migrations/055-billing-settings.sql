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
  discount_limit bigint check (discount_limit >= 0)
);
comment on column billing_setting.next_invoice_number is
  'locked and raised by the transaction that issues the invoice, so that numbers have no gaps';
comment on column billing_setting.discount_limit is
  'cents that a service writer may take off one invoice; null for no limit';
alter table billing_setting enable row level security, force row level security;
create policy own_company on billing_setting to rigwright_app
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy backup on billing_setting for select to rigwright_backup using (true);
grant select, insert, update on billing_setting to rigwright_app;

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
alter table tax_rate enable row level security, force row level security;
create policy own_company on tax_rate to rigwright_app
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy backup on tax_rate for select to rigwright_backup using (true);
grant select, insert, update on tax_rate to rigwright_app;
