-- What a company adds to the cost of its parts, by what they cost and from whom they come. Without foreign keys: on a cluster
-- a new table is not with the tickets until its operator distributes it.
create table part_markup (
  company_id uuid not null,
  markup_id uuid not null,
  vendor_id uuid,
  cost_from bigint not null check (cost_from >= 0),
  percent integer not null check (percent between 0 and 1000),
  added_at timestamptz not null,
  primary key (company_id, markup_id),
  unique (company_id, vendor_id, cost_from)
);
comment on column part_markup.vendor_id is 'whose parts it is for; null for all';
comment on column part_markup.cost_from is 'cents for one part, up to the next markup''s';
comment on column part_markup.percent is 'of the cost';
select declare_company_table('part_markup', app => 'select, insert, delete');
