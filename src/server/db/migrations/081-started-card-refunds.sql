-- Refunds to a card that the payment service was asked for and has not confirmed. While one is under way, no other money of
-- its ticket goes back.
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
alter table card_refund enable row level security, force row level security;
create policy own_company on card_refund to rigwright_app
  using (company_id = app_company()) with check (company_id = app_company());
create policy backup on card_refund for select to rigwright_backup using (true);
grant select, insert, update, delete on card_refund to rigwright_app;
