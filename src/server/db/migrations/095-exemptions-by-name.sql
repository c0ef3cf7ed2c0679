-- People may share an email: a certificate is one customer's by name and contact. Those noted before have no name.
alter table customer_exemption add column customer_name text not null default '';
alter table customer_exemption drop constraint customer_exemption_pkey;
alter table customer_exemption add constraint customer_exemption_pkey
  primary key (company_id, email, phone, customer_name);
comment on table customer_exemption is
  'the customer by name and email in lower case, or by name and phone number if they have no email';
