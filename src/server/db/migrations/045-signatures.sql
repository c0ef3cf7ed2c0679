-- What a customer signed: at drop-off, an estimate, or at pickup. A signature is never changed; another may be added.
create table signature (
  company_id uuid not null,
  ticket_id integer not null,
  signature_id uuid not null,
  occasion text not null check (occasion in ('drop-off', 'estimate', 'pickup')),
  signed_at timestamptz not null,
  signer_name text not null,
  path text,
  job_lines text not null,
  amount bigint check (amount >= 0),
  invoice_number text,
  taken_by text,
  taken_by_name text,
  primary key (company_id, ticket_id, signature_id),
  foreign key (company_id, ticket_id) references ticket,
  check ((taken_by is null) = (taken_by_name is null))
);
comment on column signature.path is
  'the strokes as an SVG path in a box of 600 by 200; null if the typed name is the signature';
comment on column signature.job_lines is 'the job lines that were signed, as they were; empty at pickup';
comment on column signature.amount is 'cents that were signed for; null at drop-off';
comment on column signature.taken_by is 'who of the company took it; null if it was signed by the customer''s link';
select declare_company_table(
  'signature',
  app => 'select, insert',
  eraser => 'update (signer_name, path)'
);

alter table company_preference add column asks_for_signatures boolean not null default false;
comment on column company_preference.asks_for_signatures is
  'whether customers are asked to sign at drop-off, an estimate and at pickup';
