-- A vendor that was removed keeps the orders that are its own. One without orders is deleted.
alter table vendor add column removed_at timestamptz;
comment on column vendor.removed_at is 'null while the company orders from it';
alter table vendor drop constraint vendor_company_id_name_key;
create unique index vendor_name on vendor (company_id, name) where removed_at is null;
comment on column vendor.name is 'unique within a company among those not removed, whatever the case';
create index purchase_order_closed on purchase_order (company_id, number) where closed_at is not null;
