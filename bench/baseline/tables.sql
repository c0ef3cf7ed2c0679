-- The rows that the product keeps, without row-level security, search text, idempotency keys or checks.
create table if not exists ticket (
  company_id uuid not null,
  ticket_id integer not null,
  state text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  address text,
  vin text not null,
  make text not null,
  model text not null,
  year text not null,
  axle_amount text,
  transitioned_at timestamptz not null,
  card jsonb not null,
  primary key (company_id, ticket_id)
);
create index if not exists ticket_board on ticket (company_id, state, transitioned_at desc, ticket_id desc);
create table if not exists job (
  company_id uuid not null,
  ticket_id integer not null,
  job_number integer not null,
  problem text not null,
  estimated_time numeric(7, 2) not null,
  estimate boolean not null,
  primary key (company_id, ticket_id, job_number)
);
create table if not exists company_version (
  company_id uuid primary key,
  version bigint not null default 0
);
create table if not exists change_log (
  company_id uuid not null,
  version bigint not null,
  kind text not null,
  id text not null,
  verb text not null,
  at timestamptz not null,
  actor text not null,
  card jsonb,
  primary key (company_id, version)
);
create table if not exists work_history (
  vin text not null,
  company_id uuid not null,
  ticket_id integer not null,
  completed_timestamp timestamptz not null,
  time_zone text not null,
  technician text not null,
  total_balance bigint not null,
  work jsonb not null,
  primary key (vin, company_id, ticket_id)
);
create index if not exists work_history_newest on work_history (vin, completed_timestamp desc);
