-- What is ordered for stock is received into it.
alter table purchase_order_line add column stock_item_id uuid;
comment on column purchase_order_line.stock_item_id is 'what it is received into; null for what is not for stock';
