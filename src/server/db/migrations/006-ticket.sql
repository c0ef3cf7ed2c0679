-- `card` is the summary that lists and the live feed carry. It is json, not jsonb: it is read far more often than
-- written, always whole, and json keeps the text that goes out.
create table ticket (
  company_id uuid not null references company,
  ticket_id integer not null check (ticket_id between 100000 and 999999),
  state text not null
    check (state in ('pending', 'active', 'approval', 'completed', 'recorded', 'declined', 'closed')),
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
  booked_day date,
  imported_balance bigint,
  imported_key uuid,
  supplies_rule jsonb,
  close_reason text check (close_reason in ('customer', 'no-show', 'duplicate', 'mistake', 'too-expensive')),
  close_note text,
  closed_from text check (closed_from in ('pending', 'active', 'approval')),
  constraint ticket_closed
    check ((state = 'closed') = (close_reason is not null and close_note is not null and closed_from is not null))
);
comment on column ticket.card is 'the summary that lists and the live feed carry; written with the row';
comment on column ticket.labor_rate is 'cents an hour, copied from the company at finalize';
comment on column ticket.booked_day is
  'the next planned day, or that of the appointment, on the company''s calendar; as on its card';
comment on column ticket.imported_balance is
  'cents: the total that an imported ticket had, whatever its lines add up to';
comment on column ticket.imported_key is
  'made of the invoice number, date and VIN that a spreadsheet has; null for all other tickets';
comment on column ticket.supplies_rule is 'the company''s shop_supplies, copied at finalize';
comment on column ticket.close_note is 'the desk''s; the customer does not see it';
comment on column ticket.closed_from is 'the state before it was closed';
create index ticket_board on ticket (company_id, state, transitioned_at desc, ticket_id desc);
create index ticket_customer on ticket (company_id, customer_uuid) where customer_uuid is not null;
create index ticket_address on ticket (company_id, address_key) where address_key <> '';
create index ticket_email on ticket (lower(email), transitioned_at desc);
create index ticket_technician on ticket (company_id, assigned_technician, state, transitioned_at desc, ticket_id desc)
  where assigned_technician is not null;
create index ticket_booked_day on ticket (company_id, state, booked_day, transitioned_at desc, ticket_id desc);
create unique index ticket_imported_key on ticket (company_id, imported_key) where imported_key is not null;
create index ticket_vin on ticket (company_id, vin);
-- The last index of the table: while it has no statistics, PostgreSQL takes the newest one of those that seem alike, and
-- the checks of foreign keys would read all tickets of the company.
alter table ticket add primary key (company_id, ticket_id);
select declare_company_table(
  'ticket',
  app => 'select, insert, update',
  definer => 'select (company_id, ticket_id, state, email, customer_uuid, vin, assigned_technician, transitioned_at)',
  eraser => 'delete'
);

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
  labor_rate_id uuid,
  labor_rate_name text,
  labor_rate bigint check (labor_rate >= 0),
  approved_parts bigint,
  approved_supplies bigint,
  primary key (company_id, ticket_id, job_number),
  foreign key (company_id, ticket_id) references ticket,
  check (num_nulls(labor_rate_id, labor_rate_name, labor_rate) in (0, 3))
);
comment on column job.labor_rate is
  'cents an hour: as it was chosen, and what counts once the customer has approved the line or the ticket is finalized; before, the company''s current rate with this id does';
comment on column job.approved_parts is 'cents for its parts when the customer approved it; null without an approval';
comment on column job.approved_supplies is
  'its share of shop supplies then; it counts while its parts come to the same';
-- Deferred work of a rig.
create index job_declined on job (company_id, ticket_id) where answer = 'declined';
select declare_company_table('job', app => 'select, insert, update, delete', definer => 'select');

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
select declare_company_table('part', app => 'select, insert, update, delete');

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
select declare_company_table('ticket_hold', app => 'select, insert, update, delete');

-- What the desk adds to a ticket after it was completed. Its photos are the ticket's, on one of its job lines.
create table addendum (
  company_id uuid not null,
  ticket_id integer not null,
  addendum_id uuid not null,
  added_at timestamptz not null,
  added_by text not null,
  added_by_name text not null,
  text text not null,
  primary key (company_id, ticket_id, addendum_id),
  foreign key (company_id, ticket_id) references ticket
);
select declare_company_table('addendum', app => 'select, insert', definer => 'select');

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
  -- No foreign key: on a cluster the photos are distributed, and a new table is not until its operator does it.
  addendum_id uuid,
  primary key (company_id, ticket_id, photo_id),
  foreign key (company_id, ticket_id, job_number) references job
);
comment on column photo.width is 'pixels of the large variant';
comment on column photo.booking_id is
  'the booking under whose id the image is stored, if the photo came with a booking';
comment on column photo.addendum_id is 'the addendum that it came with; null for a photo of the work';
create index photo_job on photo (company_id, ticket_id, job_number, position);
select declare_company_table(
  'photo',
  app => 'select, insert, delete',
  definer => 'select',
  eraser => 'update (added_by_name)'
);

-- Photos that arrive in pieces, until they are whole: on a poor connection a phone sends one little by little. Each
-- belongs to the account that sends it, under the idempotency key of the photo.
create table photo_upload (
  company_id uuid not null references company,
  account_id uuid not null,
  upload_key uuid not null,
  ticket_id integer not null,
  job_number integer not null,
  moment text not null,
  size integer not null check (size > 0),
  received integer not null check (received between 0 and size),
  at timestamptz not null,
  primary key (company_id, account_id, upload_key)
);
comment on column photo_upload.size is 'bytes of the whole photo';
comment on column photo_upload.received is 'bytes that have arrived';
comment on column photo_upload.at is 'when the last piece arrived';
create index photo_upload_at on photo_upload (at);
select declare_company_table(
  'photo_upload',
  app => 'select, insert, update, delete',
  definer => 'select (at), delete'
);

create table photo_piece (
  company_id uuid not null,
  account_id uuid not null,
  upload_key uuid not null,
  start_byte integer not null,
  content bytea not null,
  primary key (company_id, account_id, upload_key, start_byte),
  foreign key (company_id, account_id, upload_key) references photo_upload on delete cascade
);
-- An image is compressed already.
alter table photo_piece alter column content set storage external;
select declare_company_table('photo_piece', app => 'select, insert, delete');

-- Deletes those of which nothing has arrived since, with their pieces.
create function delete_abandoned_photo_uploads(before timestamptz) returns void
  language plpgsql security definer set search_path from current
  as $$
  begin
    delete from photo_upload where at < before;
  end $$;

grant execute on function delete_abandoned_photo_uploads to rigwright_app;
