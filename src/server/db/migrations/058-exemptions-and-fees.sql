-- A customer's certificate of tax exemption, proposed on their next invoice, and fees that invoices offer.
create table customer_exemption (
  company_id uuid not null references company,
  email text not null,
  phone text not null,
  certificate_number text not null,
  expires_on date not null,
  noted_at timestamptz not null,
  primary key (company_id, email, phone),
  check (email <> '' or phone <> '')
);
comment on table customer_exemption is
  'the customer by their email in lower case, or by their phone number if they have no email';
alter table customer_exemption enable row level security, force row level security;
create policy own_company on customer_exemption to rigwright_app
  using (company_id = app_company()) with check (company_id = app_company());
create policy backup on customer_exemption for select to rigwright_backup using (true);
grant select, insert, update, delete on customer_exemption to rigwright_app;

alter table billing_setting add column fee_presets jsonb not null default '[]';
comment on column billing_setting.fee_presets is
  'name, and amount in cents or percentage in ten-thousandths of a percent';
