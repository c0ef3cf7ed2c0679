-- Customers that a company brought along in a spreadsheet. They are its own knowledge: no other company sees them.
create table imported_customer (
  company_id uuid not null,
  customer_id uuid not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  address text,
  vin text,
  import_id uuid not null,
  added_at timestamptz not null,
  primary key (company_id, customer_id),
  foreign key (company_id, import_id) references import_run
);
comment on column imported_customer.customer_id is 'made of who it is and of the VIN: the same row again is the same customer';
create index imported_customer_vin on imported_customer (company_id, vin) where vin is not null;
create index imported_customer_import on imported_customer (company_id, import_id);
create index imported_customer_first on imported_customer (company_id, lower(first_name) text_pattern_ops);
create index imported_customer_last on imported_customer (company_id, lower(last_name) text_pattern_ops);
create index imported_customer_email on imported_customer (lower(email));
alter table imported_customer enable row level security, force row level security;
create policy own_company on imported_customer to rigwright_app
  using (company_id = app_company()) with check (company_id = app_company());
create policy backup on imported_customer for select to rigwright_backup using (true);
grant select, insert, delete on imported_customer to rigwright_app;

-- Rows of a spreadsheet that wait for their import. A chunk goes in the transaction that imports it.
create table import_chunk (
  company_id uuid not null,
  import_id uuid not null,
  first_row integer not null,
  row_count integer not null,
  rows jsonb not null,
  primary key (company_id, import_id, first_row),
  foreign key (company_id, import_id) references import_run
);
alter table import_chunk enable row level security, force row level security;
create policy own_company on import_chunk to rigwright_app
  using (company_id = app_company()) with check (company_id = app_company());
create policy backup on import_chunk for select to rigwright_backup using (true);
grant select, insert, delete on import_chunk to rigwright_app;

alter table import_run add column rows_received integer not null default 0;
alter table import_run add column received_at timestamptz;
comment on column import_run.received_at is 'when rows of a spreadsheet last arrived';
create index import_run_running on import_run (started_at) where state = 'running';

-- The import runs of spreadsheets in progress, of all companies.
create function running_imports()
  returns table (company_id uuid, import_id uuid, started_by text, started_by_name text, received_at timestamptz,
                 is_received boolean)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select r.company_id, r.import_id, r.started_by, r.started_by_name, coalesce(r.received_at, r.started_at),
        r.rows_received = r.row_count
      from import_run r where r.state = 'running' and r.source <> 'tree' order by r.started_at;
  end $$;
grant select on import_run to rigwright_definer;

-- Takes rigs that this company added off file again, unless somebody needs them by now. Returns those that it took.
create function remove_imported_rigs(vins text[]) returns setof text
  language plpgsql security definer set search_path from current
  as $$
  #variable_conflict use_column
  declare needed text[];
  begin
    needed := array(select t.vin from ticket t where t.vin = any(vins))
      || array(select b.vin from booking b where b.vin = any(vins))
      || array(select h.vin from work_history h where h.vin = any(vins))
      || array(select c.vin from rig_claim c where c.vin = any(vins));
    return query
      delete from rig r
      where r.vin = any(vins) and r.vin <> all(needed) and not r.assigned and r.rv_image is null
        and r.customer_uuid = app_company()
      returning r.vin;
  end $$;
grant delete on rig to rigwright_definer;
grant select (vin) on ticket to rigwright_definer;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function running_imports owner to rigwright_definer;
alter function remove_imported_rigs owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function running_imports, remove_imported_rigs from public;
grant execute on function running_imports, remove_imported_rigs to rigwright_app;
