-- `card` is the summary that lists and the live feed carry. It is json, not jsonb: it is read far more often than
-- written, always whole, and json keeps the text that goes out.
create table ticket (
  company_id uuid not null references company,
  ticket_id integer not null check (ticket_id between 100000 and 999999),
  state text not null check (state in ('pending', 'active', 'approval', 'completed', 'recorded', 'declined')),
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  address text,
  latitude double precision,
  longitude double precision,
  profile_image_url text,
  customer_uuid uuid,
  vin text not null,
  make text not null,
  model text not null,
  year text not null,
  axle_amount text,
  rv_image text,
  assigned_technician uuid,
  pending_timestamp timestamptz,
  active_timestamp timestamptz,
  completed_timestamp timestamptz,
  labor_rate bigint,
  transition text not null,
  transitioned_by text not null,
  transitioned_by_name text not null,
  transitioned_at timestamptz not null,
  card json not null,
  -- Addresses are suggested by how they start. Text comparison is leakproof, so it can use an index under row-level
  -- security; LIKE and lower() are not, so the lower-case text is a column.
  address_key text collate "C" generated always as (lower(address)) stored,
  primary key (company_id, ticket_id)
);
comment on column ticket.card is 'the summary that lists and the live feed carry; written with the row';
comment on column ticket.labor_rate is 'cents an hour, copied from the company at finalize';
create index ticket_board on ticket (company_id, state, transitioned_at desc, ticket_id desc);
create index ticket_technician on ticket (company_id, assigned_technician) where assigned_technician is not null;
create index ticket_customer on ticket (company_id, customer_uuid) where customer_uuid is not null;
create index ticket_address on ticket (company_id, address_key) where address_key <> '';
create index ticket_email on ticket (lower(email), transitioned_at desc);
alter table ticket enable row level security, force row level security;
create policy own_company on ticket to rigwright_app
  using (company_id = (select app_company())) with check (company_id = app_company());
create policy backup on ticket for select to rigwright_backup using (true);
create policy definer on ticket for select to rigwright_definer using (true);
grant select, insert, update on ticket to rigwright_app;
grant select (company_id, ticket_id, state, assigned_technician, email, transitioned_at, customer_uuid)
  on ticket to rigwright_definer;

create table job (
  company_id uuid not null,
  ticket_id integer not null,
  job_number integer not null check (job_number > 0),
  problem text not null,
  cause text not null,
  correction text not null,
  estimated_time numeric(7, 2) not null check (estimated_time >= 0),
  estimate boolean not null,
  suggested_time numeric(7, 2),
  answer text not null check (answer in ('none', 'approved', 'declined')),
  primary key (company_id, ticket_id, job_number),
  foreign key (company_id, ticket_id) references ticket
);
-- Deferred work of a rig.
create index job_declined on job (company_id, ticket_id) where answer = 'declined';
alter table job enable row level security, force row level security;
create policy own_company on job to rigwright_app
  using (company_id = (select app_company())) with check (company_id = app_company());
create policy backup on job for select to rigwright_backup using (true);
create policy definer on job for select to rigwright_definer using (true);
grant select, insert, update, delete on job to rigwright_app;
grant select on job to rigwright_definer;

create table part (
  company_id uuid not null,
  ticket_id integer not null,
  part_id uuid not null,
  position integer not null,
  job_number integer,
  quantity numeric(8, 3) not null check (quantity > 0),
  description text not null,
  per_part_amount bigint check (per_part_amount > 0),
  primary key (company_id, ticket_id, part_id),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, ticket_id, job_number) references job
);
comment on column part.per_part_amount is 'cents; null until the desk has priced it';
alter table part enable row level security, force row level security;
create policy own_company on part to rigwright_app
  using (company_id = (select app_company())) with check (company_id = app_company());
create policy backup on part for select to rigwright_backup using (true);
grant select, insert, update, delete on part to rigwright_app;

-- Photos of a job line. The image files are in the file store, named by their ids.
create table photo (
  company_id uuid not null,
  ticket_id integer not null,
  job_number integer not null,
  photo_id uuid not null,
  moment text not null check (moment in ('before', 'after', '')),
  position integer not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  added_at timestamptz not null,
  added_by text not null,
  added_by_name text not null,
  booking_id uuid,
  primary key (company_id, ticket_id, photo_id),
  foreign key (company_id, ticket_id, job_number) references job
);
comment on column photo.width is 'pixels of the large variant';
comment on column photo.booking_id is
  'the booking under whose id the image is stored, if the photo came with a booking';
create index photo_job on photo (company_id, ticket_id, job_number, position);
alter table photo enable row level security, force row level security;
create policy own_company on photo to rigwright_app
  using (company_id = (select app_company())) with check (company_id = app_company());
create policy backup on photo for select to rigwright_backup using (true);
create policy definer on photo for select to rigwright_definer using (true);
grant select, insert, delete on photo to rigwright_app;
grant select on photo to rigwright_definer;

-- What a ticket is on hold for, and since when. No row: it is not on hold.
create table ticket_hold (
  company_id uuid not null,
  ticket_id integer not null,
  reason text not null check (reason in ('part', 'customer', 'weather', 'warranty')),
  note text not null,
  since timestamptz not null,
  until date,
  set_by text not null,
  set_by_name text not null,
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references ticket
);
comment on column ticket_hold.until is 'on the company''s calendar';
alter table ticket_hold enable row level security, force row level security;
create policy own_company on ticket_hold to rigwright_app
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
create policy backup on ticket_hold for select to rigwright_backup using (true);
grant select, insert, update, delete on ticket_hold to rigwright_app;
