-- Whether a customer agreed to updates, and who noted it when.
alter table company_customer
  add column agrees_to_email boolean,
  add column agrees_to_text boolean,
  add column consent_at timestamptz,
  add column consent_by_name text,
  add check ((consent_at is null) = (consent_by_name is null)),
  add check (consent_at is not null or (agrees_to_email is null and agrees_to_text is null));
comment on column company_customer.agrees_to_email is 'to updates that nobody at the desk sends; null if they were not asked';
comment on column company_customer.agrees_to_text is 'the same by text message';
comment on column company_customer.consent_at is 'when that was noted last';
