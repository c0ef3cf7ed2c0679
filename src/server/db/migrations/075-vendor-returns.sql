-- Parts go back to their vendor, which credits them less a restocking fee.
alter table purchase_order_line add column vendor_returns jsonb not null default '[]';
comment on column purchase_order_line.vendor_returns is 'pieces that went back to the vendor, each with returnId, quantity, at, byName, reason, restockingFee and credited cents, and undoneAt; credited is null until the vendor did';
create index purchase_order_line_return on purchase_order_line (company_id, order_id) where vendor_returns <> '[]';

alter table stock_movement drop constraint stock_movement_kind_check;
alter table stock_movement add constraint stock_movement_kind_check
  check (kind in ('received', 'taken', 'returned', 'counted', 'scrapped', 'returned-to-vendor'));
