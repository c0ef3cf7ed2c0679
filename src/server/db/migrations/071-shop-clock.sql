-- When people were in the shop: they clock in when they arrive and out when they leave. Two sessions of a person never
-- overlap, whatever the code does. Without foreign keys: on a cluster a new table is not with the employees until its operator
-- distributes it.
create table shop_session (
  company_id uuid not null,
  session_id uuid not null,
  employee_id uuid not null,
  employee_name text not null,
  clock_in_time timestamptz not null,
  clock_out_time timestamptz check (clock_out_time >= clock_in_time),
  is_corrected boolean not null,
  primary key (company_id, session_id),
  exclude using gist (
    company_id with =, employee_id with =, tstzrange(clock_in_time, clock_out_time) with &&
  )
);
comment on column shop_session.employee_id is 'of the owner the company''s';
comment on column shop_session.employee_name is 'it stays when the employee is deleted';
comment on column shop_session.is_corrected is 'whether the owner entered or changed its times';
create index shop_session_running on shop_session (company_id, employee_id) where clock_out_time is null;
select declare_company_table('shop_session', app => 'select, insert, update, delete');

alter table company_preference add column clocks_shop_time boolean not null default false;
comment on column company_preference.clocks_shop_time is 'whether people clock in and out of the shop';
