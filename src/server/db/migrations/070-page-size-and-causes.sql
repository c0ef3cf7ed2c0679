-- The paper of a company's documents, and why the payment service moved money without the company.
alter table billing_setting
  add column page_size text not null default 'letter' check (page_size in ('letter', 'a4'));

alter table ledger_entry
  add column cause text check (cause in ('dispute', 'dispute-won', 'refund-failed'));
comment on column ledger_entry.cause is
  'what the payment service told of: money that a customer''s bank took, gave back, or did not take; null for all others';
