-- Service writers whom the owner lets refund, issue credit notes, and discount beyond the limit.
alter table employee add column corrects_billing boolean not null default false;
comment on column employee.corrects_billing is 'given by the owner; counts only while they are a service writer';

-- A deposit that was asked for can be taken back, and the lines stay asked for.
alter table approval_request add column deposit_withdrawn_at timestamptz;
comment on column approval_request.deposit_withdrawn_at is 'from then on, the customer is not asked for its deposit';
grant update (deposit_withdrawn_at) on approval_request to rigwright_app;

-- A slip at the desk is taken back by a refund that names what it voids. A server of the version before takes it for a
-- refund, so that its sums are right too.
alter table ledger_entry add column voids_entry_id uuid;
alter table ledger_entry add constraint ledger_entry_voids_entry
  foreign key (company_id, voids_entry_id) references ledger_entry;
alter table ledger_entry add constraint ledger_entry_void check (voids_entry_id is null or kind = 'refund');
comment on column ledger_entry.voids_entry_id is 'the payment or deposit by hand that was a slip; each is voided once';
create unique index ledger_entry_void_once on ledger_entry (company_id, voids_entry_id);
