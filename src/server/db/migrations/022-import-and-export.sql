-- What a company imported from another system. The items make it possible to undo exactly what a run brought.
create table import_run (
  company_id uuid not null references company,
  import_id uuid not null,
  source text not null check (source in ('tree', 'customers', 'employees', 'work')),
  file_name text not null,
  file_hash text not null,
  state text not null check (state in ('running', 'done', 'failed', 'undone')),
  row_count integer not null,
  rows_done integer not null default 0,
  report jsonb not null,
  started_at timestamptz not null,
  started_by text not null,
  started_by_name text not null,
  finished_at timestamptz,
  undone_at timestamptz,
  rows_received integer not null default 0,
  received_at timestamptz,
  primary key (company_id, import_id)
);
comment on column import_run.file_hash is 'SHA-256 in hex: the same file again changes nothing';
comment on column import_run.report is 'what was counted, skipped and mended';
comment on column import_run.received_at is 'when rows of a spreadsheet last arrived';
create index import_run_running on import_run (started_at) where state = 'running';
select declare_company_table('import_run', app => 'select, insert, update', definer => 'select');

create table import_item (
  company_id uuid not null,
  import_id uuid not null,
  kind text not null check (kind in ('company', 'employee', 'ticket', 'customer', 'rig', 'history')),
  item_id text not null,
  fingerprint text not null,
  primary key (company_id, import_id, kind, item_id),
  foreign key (company_id, import_id) references import_run
);
comment on column import_item.fingerprint is
  'SHA-256 in hex of what was written; another one later means that it was changed since';
select declare_company_table('import_item', app => 'select, insert, delete');

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
select declare_company_table('import_chunk', app => 'select, insert, delete', eraser => 'update (rows)');

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

-- Customers that a company imported from a spreadsheet. They are its own knowledge: no other company sees them.
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
  -- What the spreadsheet says about their rig: one without a correct VIN does not go on file.
  year text not null default '',
  make text not null default '',
  model text not null default '',
  axle_amount text not null default '',
  primary key (company_id, customer_id),
  foreign key (company_id, import_id) references import_run
);
do $$
begin
  execute format('alter table imported_customer add column search_text text not null
      generated always as ('' '' || %s || '' '') stored',
    normalized_text(format('(first_name || '' '' || last_name || '' / '' || %s || '' / '' || email)', phone_digits('phone'))));
end $$;
comment on column imported_customer.customer_id is
  'made of who it is and of the VIN: the same row again is the same customer';
create index imported_customer_vin on imported_customer (company_id, vin) where vin is not null;
create index imported_customer_import on imported_customer (company_id, import_id);
create index imported_customer_email on imported_customer (lower(email));
create index imported_customer_search on imported_customer using gin (company_id, search_text gin_trgm_ops);
select declare_company_table('imported_customer', app => 'select, insert, delete', definer => 'select');

-- The company's own people whose search text contains all terms: their newest tickets, and those that it imported.
-- LIKE is not leakproof: under row-level security it reads every row, so the search runs here and checks the company
-- itself. The terms are part of the statement, so its plan is made for them.
create function find_customers(terms text[], max_rows integer)
  returns table (ticket_ids integer[], imported_ids uuid[])
  language plpgsql stable security definer set search_path from current
  as $$
  declare
    all_terms text := (select string_agg(format('s.found like %L',
      '%' || replace(replace(replace(term, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
      from unnest(terms) as term);
  begin
    execute 'select array(select s.ticket_id
        from (select company_id, ticket_id, created_at, customer as found from ticket_search) s
        where s.company_id = $1 and ' || all_terms || ' order by s.created_at desc, s.ticket_id desc limit $2)'
      into ticket_ids using app_company(), max_rows;
    execute 'select array(select s.customer_id
        from (select company_id, customer_id, first_name, last_name, search_text as found from imported_customer) s
        where s.company_id = $1 and ' || all_terms || ' order by s.last_name, s.first_name, s.customer_id limit $2)'
      into imported_ids using app_company(), max_rows;
    return next;
  end $$;

-- What a company's file had beside the tree and what counts for nothing here: reviews, badges, marks, the log. It is
-- kept for the company's next export, and shown nowhere.
create table imported_record (
  company_id uuid not null references company,
  kind text not null check (kind in ('company', 'ticket', 'log')),
  position integer not null,
  content json not null,
  primary key (company_id, kind, position)
);
comment on column imported_record.position is 'of a ticket its id; the log is numbered from 1';
comment on column imported_record.content is 'not jsonb: an export gives it back to the byte, in the order of its keys';
select declare_company_table('imported_record', app => 'select, insert, delete');

-- Exports of everything that a company has, made in the background. The archive is in the file store for a day.
create table company_export (
  company_id uuid not null references company,
  export_id uuid not null,
  state text not null check (state in ('running', 'ready', 'failed', 'expired')),
  requested_at timestamptz not null,
  requested_by_name text not null,
  attempts integer not null default 0,
  leased_until timestamptz not null,
  reads integer not null default 0,
  total_reads integer,
  missing_images integer not null default 0,
  failure text check (failure in ('disk-full', 'suspended', 'interrupted', 'error')),
  finished_at timestamptz,
  expires_at timestamptz,
  file_id uuid,
  bytes bigint,
  primary key (company_id, export_id),
  check ((state = 'ready') = (file_id is not null))
);
comment on column company_export.leased_until is 'while it runs: when another server may start it again';
comment on column company_export.reads is 'tickets and images that were read, out of total_reads';
comment on column company_export.file_id is 'its archive in the file store';
create unique index company_export_running on company_export (company_id) where state = 'running';
create index company_export_leased on company_export (leased_until) where state = 'running';
create index company_export_expiring on company_export (expires_at) where state = 'ready';
select declare_company_table('company_export', app => 'select, insert, update, delete', definer => 'select');

-- The exports that wait to be made or deleted, of all companies, in the order in which they became due.
create function due_company_exports(as_of timestamptz)
  returns table (company_id uuid, export_id uuid, state text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select e.company_id, e.export_id, e.state from company_export e
      where (e.state = 'running' and e.leased_until <= as_of) or (e.state = 'ready' and e.expires_at <= as_of)
      order by coalesce(e.expires_at, e.leased_until);
  end $$;

grant execute on function running_imports, find_customers, due_company_exports to rigwright_app;
