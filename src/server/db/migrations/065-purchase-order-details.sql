-- What an order and its lines say besides what was ordered; all of it is optional.
alter table purchase_order
  add column freight bigint check (freight >= 0),
  add column tracking_number text not null default '',
  add column invoice_number text not null default '',
  add column invoice_total bigint check (invoice_total >= 0),
  add column emailed_at timestamptz,
  add column emailed_by text not null default '',
  add column emailed_to text not null default '';
comment on column purchase_order.freight is 'cents';
comment on column purchase_order.invoice_number is 'of the vendor''s invoice';
comment on column purchase_order.invoice_total is 'of the vendor''s invoice, in cents';
comment on column purchase_order.emailed_at is 'when it was last emailed to the vendor, by whom and to which address';

alter table purchase_order_line
  add column list_price bigint check (list_price > 0),
  add column core_charge bigint check (core_charge > 0),
  add column condition text check (condition in ('new', 'used', 'rebuilt')),
  add column core_returns jsonb not null default '[]';
comment on column purchase_order_line.list_price is 'cents for one; the desk alone sees it';
comment on column purchase_order_line.core_charge is 'cents for one, owed by the vendor once its core is returned';
comment on column purchase_order_line.core_returns is 'cores that were returned, each with quantity, at, byName and credited cents; only added to';
create index purchase_order_line_core on purchase_order_line (company_id, order_id) where core_charge is not null;
