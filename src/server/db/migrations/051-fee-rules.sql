-- Fees by rule: proposed, and billed on an invoice of their own.
alter table billing_setting add column fee_rules jsonb not null
  default '{"methods": [], "late": null, "storage": null, "noShow": null, "lateCancellation": null}';
comment on column billing_setting.fee_rules is
  'fees that are proposed by rule: money in cents, percentages in ten-thousandths of a percent; nothing as long as none is set';
alter table invoice add column fee_key text;
comment on column invoice.fee_key is 'of an invoice with a fee by rule alone: which fee of its ticket it is; null for all others';
create unique index invoice_fee on invoice (company_id, ticket_id, fee_key) where fee_key is not null;
alter table ticket add column fee_choices jsonb;
comment on column ticket.fee_choices is
  'the fees by rule that were dismissed, by key, and the day from which storage counts, if it was set by hand; null for neither';
