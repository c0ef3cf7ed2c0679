-- What technicians' phones said of themselves last, and what they could not send and handed to the desk.
create table bay_device (
  company_id uuid not null references company,
  technician_id uuid not null,
  device_id uuid not null,
  heard_at timestamptz not null,
  not_sent integer not null check (not_sent >= 0),
  oldest_pressed_at timestamptz,
  primary key (company_id, technician_id, device_id)
);
comment on column bay_device.not_sent is 'how many commands and photos wait on it';
create index bay_device_heard_at on bay_device (heard_at);

create table hand_over (
  company_id uuid not null references company,
  hand_over_id uuid not null,
  -- Without a reference: the ticket may be gone by now.
  ticket_id integer not null,
  job_number integer,
  technician_id uuid not null,
  technician text not null,
  label text not null,
  text text not null,
  reason text not null,
  pressed_at timestamptz not null,
  at timestamptz not null,
  settled_at timestamptz,
  settled_by_name text,
  primary key (company_id, hand_over_id)
);
comment on column hand_over.reason is 'why the server refused it, in words';
create index hand_over_open on hand_over (company_id, at) where settled_at is null;

do $$
declare name text;
begin
  foreach name in array array['bay_device', 'hand_over']
  loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_company on %I to rigwright_app
      using (company_id = app_company()) with check (company_id = app_company())', name);
    execute format('create policy backup on %I for select to rigwright_backup using (true)', name);
  end loop;
end $$;
grant select, insert, update, delete on bay_device to rigwright_app;
grant select, insert on hand_over to rigwright_app;
grant update (settled_at, settled_by_name) on hand_over to rigwright_app;

create policy definer_select on bay_device for select to rigwright_definer using (true);
create policy definer_delete on bay_device for delete to rigwright_definer using (true);
grant select (heard_at), delete on bay_device to rigwright_definer;

create function delete_silent_devices(before timestamptz) returns void
  language plpgsql security definer set search_path from current
  as $$
  begin
    delete from bay_device where heard_at < before;
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function delete_silent_devices owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function delete_silent_devices from public;
grant execute on function delete_silent_devices to rigwright_app;
