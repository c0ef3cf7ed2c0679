-- What lies on the shelves and in the vans of a company: its quantity is what its movements add up to. Without foreign keys: on a
-- cluster a new table is not with the tickets until its operator distributes it.
create table stock_item (
  company_id uuid not null,
  stock_item_id uuid not null,
  part_number text not null,
  description text not null,
  place text not null,
  price bigint check (price > 0),
  cost bigint check (cost > 0),
  reorder_point numeric(8,3) check (reorder_point > 0),
  vendor_id uuid,
  added_at timestamptz not null,
  removed_at timestamptz,
  primary key (company_id, stock_item_id)
);
comment on column stock_item.place is 'such as shelf B or van 2; no two items of one part number are at the same';
comment on column stock_item.price is 'cents for one, proposed on tickets';
comment on column stock_item.cost is 'cents for one; the desk alone sees it';
comment on column stock_item.vendor_id is 'from whom it was ordered last';
comment on column stock_item.removed_at is 'null while it is listed';
select declare_company_table('stock_item', app => 'select, insert, update');

create table stock_movement (
  company_id uuid not null,
  stock_item_id uuid not null,
  position integer not null,
  kind text not null check (kind in ('received', 'taken', 'returned', 'counted', 'scrapped')),
  quantity numeric(8,3) not null check (quantity <> 0 or kind = 'counted'),
  at timestamptz not null,
  by_name text not null,
  ticket_id integer,
  part_id uuid,
  cost bigint check (cost > 0),
  note text not null,
  primary key (company_id, stock_item_id, position)
);
comment on column stock_movement.position is 'within an item from 1 without gaps';
comment on column stock_movement.quantity is 'less than 0 for what left; of a count, the difference';
comment on column stock_movement.part_id is 'of the ticket for which it was taken';
comment on column stock_movement.cost is 'cents for one, as it was then; the desk alone sees it';
create index stock_movement_ticket on stock_movement (company_id, ticket_id) where ticket_id is not null;
select declare_company_table('stock_movement', app => 'select, insert');
