-- Rigs, customers and work history belong to no company: they are keyed by VIN or by person.
create table rig (
  vin text primary key,
  make text not null,
  model text not null,
  year text not null,
  axle_amount text,
  customer_uuid uuid not null,
  assigned boolean not null,
  rv_image text,
  added_at timestamptz not null
);
create index rig_prefix on rig (vin text_pattern_ops);
grant select, insert, update on rig to rigwright_app;
grant select, update, update (assigned, customer_uuid) on rig to rigwright_definer;

-- A customer's record is open to a company that has had a ticket of that customer. `known_customer` looks for the
-- ticket itself; a cluster cannot have that policy, and there `named_customer` opens the record that the request
-- named in app.customer after it found a ticket. The record of an RV owner with an account is keyed by the account.
create table customer (
  customer_uuid uuid primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  address text,
  latitude double precision,
  longitude double precision,
  shares_contact boolean not null default false
);
comment on column customer.shares_contact is
  'whether every company that takes in a rig of theirs gets their contact details';
alter table customer enable row level security, force row level security;
create policy known_customer on customer to rigwright_app
  using (exists (select from ticket
                 where ticket.company_id = app_company() and ticket.customer_uuid = customer.customer_uuid))
  with check (true);
create policy named_customer on customer to rigwright_app
  using (customer_uuid = app_customer()) with check (true);
create policy backup on customer for select to rigwright_backup using (true);
create policy definer_select on customer for select to rigwright_definer using (true);
create policy definer_delete on customer for delete to rigwright_definer using (true);
grant select, insert, update on customer to rigwright_app;
grant select, delete on customer to rigwright_definer;

create table work_history (
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
create index work_history_newest on work_history (vin, completed_timestamp desc);
grant select, insert on work_history to rigwright_app;
grant select, insert, delete on work_history to rigwright_definer;

-- A rig's public history as it goes out: a JSON list, newest first, times in UTC to the millisecond, money in dollars.
create function work_history_json(rig_vin text) returns table (entries text, visits integer)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  begin
    return query
      select coalesce('[' || string_agg(
          json_build_object(
            'ticketId', h.ticket_id,
            'completedTimestamp',
              to_char(h.completed_timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'timeZone', h.time_zone,
            'technician', h.technician,
            'totalBalance', trim_scale(h.total_balance / 100.0)
          )::text, ',' order by h.completed_timestamp desc, h.ticket_id desc) || ']', '[]'),
        count(*)::integer
      from work_history h where h.vin = rig_vin;
  end $$;

alter function work_history_json owner to rigwright_definer;
revoke all on function work_history_json from public;
grant execute on function work_history_json to rigwright_app;
