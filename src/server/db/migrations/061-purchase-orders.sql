-- From whom a company orders parts, what it ordered and what came. Without foreign keys: on a cluster a new table is not with
-- the tickets until its operator distributes it.
create table vendor (
  company_id uuid not null,
  vendor_id uuid not null,
  name text not null,
  account_number text not null,
  phone text not null,
  email text not null,
  terms text not null,
  added_at timestamptz not null,
  primary key (company_id, vendor_id),
  unique (company_id, name)
);
comment on column vendor.name is 'unique within a company, whatever the case';
comment on column vendor.account_number is 'the company''s own at the vendor; may be empty';
comment on column vendor.terms is 'as agreed, such as Net 30; may be empty';
select declare_company_table('vendor', app => 'select, insert, update, delete');

create table purchase_order (
  company_id uuid not null,
  order_id uuid not null,
  number integer not null check (number > 0),
  vendor_id uuid not null,
  created_at timestamptz not null,
  ordered_at timestamptz,
  closed_at timestamptz,
  primary key (company_id, order_id),
  unique (company_id, number)
);
comment on column purchase_order.number is 'within a company from 1 without gaps';
comment on column purchase_order.ordered_at is 'null for a draft';
create index purchase_order_vendor on purchase_order (company_id, vendor_id);
create index purchase_order_open on purchase_order (company_id, number) where closed_at is null;
select declare_company_table('purchase_order', app => 'select, insert, update');

create table purchase_order_line (
  company_id uuid not null,
  line_id uuid not null,
  order_id uuid not null,
  position integer not null,
  ticket_id integer,
  part_id uuid,
  quantity numeric(8,3) not null check (quantity > 0),
  description text not null,
  part_number text not null,
  cost bigint not null check (cost > 0),
  expected_on date,
  receipts jsonb not null,
  primary key (company_id, line_id)
);
comment on column purchase_order_line.ticket_id is 'null for no ticket';
comment on column purchase_order_line.part_id is 'of the ticket; null for a line that is none of its parts';
comment on column purchase_order_line.cost is 'cents for one; the desk alone sees it';
comment on column purchase_order_line.receipts is 'what came, each with quantity, at, byName and place; only added to';
create index purchase_order_line_order on purchase_order_line (company_id, order_id, position);
create index purchase_order_line_ticket on purchase_order_line (company_id, ticket_id) where ticket_id is not null;
select declare_company_table('purchase_order_line', app => 'select, insert, update, delete');
