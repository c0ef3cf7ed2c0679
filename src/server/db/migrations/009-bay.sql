-- A person runs one clock at a time: two sessions of a technician never overlap, whatever the code does.
create table clock_session (
  company_id uuid not null,
  session_id uuid not null,
  ticket_id integer not null,
  job_number integer not null,
  technician_id uuid not null,
  clock_in_time timestamptz not null,
  clock_out_time timestamptz check (clock_out_time >= clock_in_time),
  technician text not null,
  is_corrected boolean not null default false,
  checked_at timestamptz,
  is_late boolean not null default false,
  -- Clock In and Clock Out count when they were tapped, also without a connection: then the device reports the time.
  is_clock_in_reported boolean not null default false,
  is_clock_out_reported boolean not null default false,
  primary key (company_id, session_id),
  foreign key (company_id, ticket_id, job_number) references job,
  exclude using gist (
    company_id with =, technician_id with =, tstzrange(clock_in_time, clock_out_time) with &&
  )
);
comment on column clock_session.checked_at is 'when the desk last corrected or confirmed it';
comment on column clock_session.is_late is 'a tap arrived so late that the desk checks the times';
comment on column clock_session.is_clock_in_reported is
  'the time is the device''s, and not when the server heard of it';
comment on column clock_session.is_clock_out_reported is 'likewise';
create index clock_session_job on clock_session (company_id, ticket_id, job_number);
create index clock_session_running on clock_session (company_id, technician_id) where clock_out_time is null;
create index clock_session_ended on clock_session (company_id, clock_out_time);
select declare_company_table('clock_session', app => 'select, insert, update');

-- What the clock said before the desk corrected it, and why.
create table clock_correction (
  company_id uuid not null,
  session_id uuid not null,
  position integer not null,
  at timestamptz not null,
  actor uuid not null,
  actor_name text not null,
  reason text not null,
  clock_in_before timestamptz not null,
  clock_in_after timestamptz not null,
  clock_out_before timestamptz,
  clock_out_after timestamptz,
  primary key (company_id, session_id, position),
  foreign key (company_id, session_id) references clock_session
);
comment on column clock_correction.position is 'counts the corrections of one session from 1';
select declare_company_table('clock_correction', app => 'select, insert');

-- What technicians' phones said of themselves last.
create table bay_device (
  company_id uuid not null references company,
  technician_id uuid not null,
  device_id uuid not null,
  heard_at timestamptz not null,
  not_sent integer not null check (not_sent >= 0),
  oldest_tapped_at timestamptz,
  primary key (company_id, technician_id, device_id)
);
comment on column bay_device.not_sent is 'how many commands and photos wait on it';
create index bay_device_heard_at on bay_device (heard_at);
select declare_company_table(
  'bay_device',
  app => 'select, insert, update, delete',
  definer => 'select (heard_at), delete'
);

create function delete_silent_devices(before timestamptz) returns void
  language plpgsql security definer set search_path from current
  as $$
  begin
    delete from bay_device where heard_at < before;
  end $$;

-- What phones could not send and handed to the desk.
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
  tapped_at timestamptz not null,
  at timestamptz not null,
  settled_at timestamptz,
  settled_by_name text,
  -- Photos that a phone could not send and that were handed to the desk. The image files are in the file store with
  -- those of the ticket, so that a photo which the desk adds to the ticket is not moved.
  photo_id uuid,
  photo_moment text,
  photo_width integer,
  photo_height integer,
  primary key (company_id, hand_over_id),
  constraint hand_over_photo check (
    photo_id is null or (
      photo_moment is not null and photo_moment in ('before', 'after', '')
      and photo_width is not null and photo_width > 0 and photo_height is not null and photo_height > 0))
);
comment on column hand_over.reason is 'why the server refused it, in words';
comment on column hand_over.photo_id is 'until the desk has added it to the ticket or dismissed it';
create index hand_over_open on hand_over (company_id, at) where settled_at is null;
create index hand_over_of_ticket on hand_over (company_id, ticket_id) where photo_id is not null;
select declare_company_table('hand_over', app => 'select, insert, update (settled_at, settled_by_name, photo_id)');

grant execute on function delete_silent_devices to rigwright_app;
