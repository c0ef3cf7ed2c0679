-- Today’s schema, to read: written by `npm run schema` from a migrated database. What makes it is in migrations/.
-- Every table with row-level security also has the policy of rigwright_backup, which reads all.

create table account_company (
  account_id uuid not null,
  company uuid not null,
  primary key (account_id),
  foreign key (account_id) references auth_user(id) on delete cascade
);
-- all rows; insert, select to rigwright_definer

create table addendum (
  company_id uuid not null,
  ticket_id integer not null,
  addendum_id uuid not null,
  added_at timestamptz not null,
  added_by text not null,
  added_by_name text not null,
  text text not null,
  primary key (company_id, ticket_id, addendum_id),
  foreign key (company_id, ticket_id) references ticket(company_id, ticket_id)
);
-- the own company’s rows; insert, select to rigwright_app; select to rigwright_definer
create policy definer on addendum for select to rigwright_definer using (true);

create table approval_line (
  company_id uuid not null,
  ticket_id integer not null,
  request_id uuid not null,
  job_number integer not null,
  asked jsonb not null,
  asked_version text not null,
  state text not null,
  ended_at timestamptz,
  ended_by text,
  ended_by_name text,
  how text,
  address text,  -- the network address of an answer by the link
  shown jsonb,  -- what was on the screen, or read out, when it was answered
  shown_version text,
  typed_name text,  -- who answered: as the customer typed it on the link, or as the desk noted it of a call
  phone text,  -- at which number an answer by phone was given; null for one by link, and if it was not noted
  correction text,  -- the line's correction at the answer or, later, at Approve Ticket; null if unknown, or if another one stood at Ask Approval: then work has begun
  before_answer jsonb,  -- the line's hours, and whether the customer was asked, before an answer by phone; null for one by link
  primary key (company_id, ticket_id, request_id, job_number),
  foreign key (company_id, ticket_id, request_id) references approval_request(company_id, ticket_id, request_id),
  check ((state = 'open') = (ended_at is null)),
  check (((state in ('approved', 'declined')) = ((shown is not null) and (how is not null)))),
  check (how in ('link', 'phone')),
  check (state in ('open', 'approved', 'declined', 'withdrawn'))
);
create unique index approval_line_open on approval_line (company_id, ticket_id, job_number) where (state = 'open');
-- the own company’s rows; insert, select, update to rigwright_app

create table approval_request (
  company_id uuid not null,
  ticket_id integer not null,
  request_id uuid not null,
  position integer not null,  -- counts the requests of a ticket from 1
  asked_at timestamptz not null,
  asked_by text not null,
  asked_by_name text not null,
  note text not null,
  deposit bigint,  -- cents asked for with it; the latest of a ticket counts while one of its lines is neither withdrawn nor declined
  deposit_withdrawn_at timestamptz,  -- from then on, the customer is not asked for its deposit
  primary key (company_id, ticket_id, request_id),
  unique (company_id, ticket_id, "position"),
  foreign key (company_id, ticket_id) references ticket(company_id, ticket_id),
  check (deposit > 0)
);
create index approval_request_asked on approval_request (company_id, asked_at);
-- the own company’s rows; insert, select, update (deposit_withdrawn_at) to rigwright_app

create table assignment (
  company_id uuid not null,
  ticket_id integer not null,
  date date not null,  -- on the company's calendar
  uuid uuid not null,
  first_name text not null,
  last_name text not null,
  assigned_at timestamptz not null,
  replaced uuid[] not null default '{}'::uuid[],  -- who else was assigned on that day before
  primary key (company_id, ticket_id, date),
  foreign key (company_id, ticket_id) references ticket(company_id, ticket_id)
);
create index assignment_of_day on assignment (company_id, date);
-- the own company’s rows; insert, select, update to rigwright_app; select to rigwright_definer; delete to rigwright_eraser
create policy definer on assignment for select to rigwright_definer using (true);

create table auth_credential (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  id_token text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (id),
  foreign key (user_id) references auth_user(id) on delete cascade
);
create index auth_credential_user on auth_credential (user_id);
-- all rows; delete, insert, select to rigwright_definer

create table auth_passkey (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  name text,
  public_key text not null,
  credential_id text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  created_at timestamptz not null default now(),
  aaguid text,
  primary key (id),
  unique (credential_id),
  foreign key (user_id) references auth_user(id) on delete cascade
);
create index auth_passkey_user on auth_passkey (user_id);
-- all rows; delete, select to rigwright_definer

create table auth_rate_limit (
  id uuid not null default gen_random_uuid(),
  key text not null,
  count integer not null,
  last_request bigint not null,
  primary key (id),
  unique (key)
);
-- all rows

create table auth_session (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  token text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (id),
  unique (token),
  foreign key (user_id) references auth_user(id) on delete cascade
);
create index auth_session_user on auth_session (user_id);
-- all rows; delete, insert, select to rigwright_definer

create table auth_two_factor (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  secret text not null,  -- encrypted under the server's secret
  backup_codes text not null,  -- recovery codes as a JSON list of Argon2id hashes
  verified boolean not null,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  primary key (id),
  unique (user_id),
  foreign key (user_id) references auth_user(id) on delete cascade
);
-- all rows; select to rigwright_definer

create table auth_used_code (
  user_id uuid not null,
  code text not null,
  used_at timestamptz not null,
  primary key (user_id, code),
  foreign key (user_id) references auth_user(id) on delete cascade
);
-- all rows

create table auth_user (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  two_factor_enabled boolean not null default false,
  primary key (id),
  unique (email)
);
create trigger note_deleted_account after delete on auth_user for each row execute function note_deleted_account();
-- all rows; delete, insert, select, update to rigwright_definer

create table auth_verification (
  id uuid not null default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (id)
);
create index auth_verification_identifier on auth_verification (identifier);
-- all rows; delete, insert, select to rigwright_definer

create table background_job (
  name text not null,
  last_run_at timestamptz,
  last_succeeded_at timestamptz,
  next_run_at timestamptz,  -- null for a queue, which is worked when something is due in it
  failures integer not null default 0,  -- in a row; 0 after a success
  last_error text,
  primary key (name)
);
-- all rows; select to rigwright_definer

create table bay_device (
  company_id uuid not null,
  technician_id uuid not null,
  device_id uuid not null,
  heard_at timestamptz not null,
  not_sent integer not null,  -- how many commands and photos wait on it
  oldest_tapped_at timestamptz,
  primary key (company_id, technician_id, device_id),
  foreign key (company_id) references company(company_id),
  check (not_sent >= 0)
);
create index bay_device_heard_at on bay_device (heard_at);
-- the own company’s rows; delete, insert, select, update to rigwright_app; delete, select (heard_at) to rigwright_definer
create policy definer on bay_device to rigwright_definer using (true) with check (true);

create table billing_setting (
  company_id uuid not null,
  turned_on_at timestamptz,
  invoice_prefix text not null default '',
  next_invoice_number integer not null default 1001,  -- locked and raised by the transaction that issues the invoice, so that numbers have no gaps
  credit_note_prefix text not null default 'CN-',
  next_credit_note_number integer not null default 1001,
  payment_terms_days integer not null default 0,
  foot_text text not null default '',
  discount_limit bigint,  -- cents that a service writer may take off one invoice; null for no limit
  fee_presets jsonb not null default '[]'::jsonb,  -- name, and amount in cents or percentage in ten-thousandths of a percent
  shop_supplies jsonb,  -- percentage in ten-thousandths of a percent, and cap for a ticket in cents or null
  labor_rates jsonb not null default '[]'::jsonb,  -- laborRateId, name, and amount in cents an hour
  trip_rules jsonb,  -- distances in tenths of a mile, money in cents
  card_account text,  -- the company's account at the payment service; null until it connects one
  cards_ready boolean not null default false,  -- whether that account may take payments
  cards_check_until timestamptz,  -- until when the service is asked what was paid, in case it cannot tell us; null while nothing is open
  retention_years integer not null default 7,  -- after it was issued, an invoice loses its payer
  reminder_days integer,  -- days past due after which a customer is reminded for the first time; null for never
  page_size text not null default 'letter',
  earlier_periods jsonb not null default '[]'::jsonb,  -- when billing was on before it was turned off: from and to; what was finalized then still waits for an invoice
  fee_rules jsonb not null default '{"late": null, "noShow": null, "methods": [], "storage": null, "lateCancellation": null}'::jsonb,  -- fees that are proposed by rule: money in cents, percentages in ten-thousandths of a percent; nothing as long as none is set
  clock_rule jsonb,  -- minimum in hours, rounding, direction, start, per, otherPeople in percent; null while no job line can be billed by the clock
  new_jobs_by_clock boolean not null default false,
  offers_flat_price boolean not null default false,
  booking_payment jsonb,  -- what customers pay by card when booking: kind, amount in cents, hoursBefore; null for nothing
  primary key (company_id),
  foreign key (company_id) references company(company_id),
  check (discount_limit >= 0),
  check ((next_credit_note_number >= 1) and (next_credit_note_number <= 99999999)),
  check ((next_invoice_number >= 1) and (next_invoice_number <= 99999999)),
  check (page_size in ('letter', 'a4')),
  check ((payment_terms_days >= 0) and (payment_terms_days <= 365)),
  check ((reminder_days >= 1) and (reminder_days <= 90)),
  check ((retention_years >= 1) and (retention_years <= 30))
);
-- the own company’s rows; insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on billing_setting for select to rigwright_definer using (true);

create table booking (
  company_id uuid not null,
  booking_id uuid not null,
  ticket_id integer,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  problem text not null,
  vin text not null,
  make text not null,
  model text not null,
  year text not null,
  axle_amount text,
  place text not null,
  address text not null,
  campground text not null,
  site_number text not null,
  latitude double precision,
  longitude double precision,
  wanted_at timestamptz not null,
  booked_at timestamptz not null,
  email_confirmed_at timestamptz,
  decline_reason text,
  photos jsonb not null,  -- until the booking is a ticket: photoId, width, height
  rescheduled_at timestamptz,
  reminded_at timestamptz,
  canceled_at timestamptz,  -- when its customer canceled the accepted appointment; null once the ticket is reopened
  cancellation_seen_at timestamptz,  -- when the desk dismissed the cancellation
  sequence integer not null default 0,
  arriving_at timestamptz,  -- when the technician said they would arrive; null before they set out
  payment jsonb,  -- billing_setting.booking_payment as its customer read it; null for nothing
  primary key (company_id, booking_id),
  foreign key (company_id) references company(company_id),
  foreign key (company_id, ticket_id) references ticket(company_id, ticket_id),
  check ((ticket_id is null) or (photos = '[]'::jsonb)),
  check (place in ('shop', 'site'))
);
create index booking_email on booking (company_id, email);
create index booking_to_remind on booking (wanted_at) where ((ticket_id is not null) and (reminded_at is null));
create index booking_unconfirmed on booking (booked_at) where (ticket_id is null);
create index booking_unseen_cancellation on booking (company_id, canceled_at) where ((canceled_at is not null) and (cancellation_seen_at is null));
create index booking_wanted on booking (company_id, wanted_at) where (ticket_id is not null);
create unique index booking_ticket on booking (company_id, ticket_id) where (ticket_id is not null);
-- the own company’s rows; delete, insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on booking for select to rigwright_definer using (true);

create table booking_limit (
  company_id uuid not null,
  kind text not null,
  maximum smallint not null,
  primary key (company_id, kind),
  foreign key (company_id) references company(company_id),
  check (kind in ('dropOffsPerHour', 'dropOffsPerDay', 'visitsPerDay')),
  check ((maximum >= 0) and (maximum <= 999))
);
-- the own company’s rows; delete, insert, select, update to rigwright_app

create table bookkeeping_export (
  company_id uuid not null,
  export_id uuid not null,
  target text not null,
  from_day date not null,
  to_day date not null,
  entry_count integer not null,
  exported_at timestamptz not null,
  exported_by text not null,
  exported_by_name text not null,
  primary key (company_id, export_id),
  foreign key (company_id) references company(company_id),
  check (target in ('journal', 'quickbooks-online', 'quickbooks-desktop'))
);
-- the own company’s rows; insert, select to rigwright_app

create table card_refund (
  company_id uuid not null,
  ticket_id integer not null,
  entry_id uuid not null,  -- the payment in the ledger that is refunded
  amount bigint not null,  -- cents
  started_at timestamptz not null,
  primary key (company_id, ticket_id),
  foreign key (company_id) references company(company_id),
  check (amount > 0)
);
-- the own company’s rows; delete, insert, select, update to rigwright_app

create table change_log (
  company_id uuid not null,
  version bigint not null,
  kind text not null,
  id text not null,
  verb text not null,
  at timestamptz not null,
  actor text not null,
  actor_name text not null,
  card jsonb,
  seq integer not null default 1,  -- counts the rows of one version from 1
  detail jsonb,  -- what the activity sentence needs besides who and when; never money
  primary key (company_id, version, seq)
);
create index change_log_subject on change_log (company_id, kind, id, version, seq);
create index change_log_ticket_day on change_log (company_id, at) where ((kind = 'ticket') and (verb in ('ticket.create', 'ticket.checkIn', 'ticket.finalize', 'ticket.complete')));
-- the own company’s rows; insert, select to rigwright_app; update (actor, actor_name, card, detail) to rigwright_eraser

create table clock_correction (
  company_id uuid not null,
  session_id uuid not null,
  position integer not null,  -- counts the corrections of one session from 1
  at timestamptz not null,
  actor uuid not null,
  actor_name text not null,
  reason text not null,
  clock_in_before timestamptz not null,
  clock_in_after timestamptz not null,
  clock_out_before timestamptz,
  clock_out_after timestamptz,
  primary key (company_id, session_id, "position"),
  foreign key (company_id, session_id) references clock_session(company_id, session_id)
);
-- the own company’s rows; insert, select to rigwright_app

create table clock_session (
  company_id uuid not null,
  session_id uuid not null,
  ticket_id integer not null,
  job_number integer not null,
  technician_id uuid not null,
  clock_in_time timestamptz not null,
  clock_out_time timestamptz,
  technician text not null,
  is_corrected boolean not null default false,
  checked_at timestamptz,  -- when the desk last corrected or confirmed it
  is_late boolean not null default false,  -- a tap arrived so late that the desk checks the times
  is_clock_in_reported boolean not null default false,  -- the time is the device's, and not when the server heard of it
  is_clock_out_reported boolean not null default false,  -- likewise
  primary key (company_id, session_id),
  exclude using gist (company_id with =, technician_id with =, tstzrange(clock_in_time, clock_out_time) with &&),
  foreign key (company_id, ticket_id, job_number) references job(company_id, ticket_id, job_number),
  check (clock_out_time >= clock_in_time)
);
create index clock_session_ended on clock_session (company_id, clock_out_time);
create index clock_session_job on clock_session (company_id, ticket_id, job_number);
create index clock_session_running on clock_session (company_id, technician_id) where (clock_out_time is null);
-- the own company’s rows; insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on clock_session for select to rigwright_definer using (true);

create table closed_days (
  company_id uuid not null,
  closed_days_id uuid not null,
  first_day date not null,
  last_day date not null,
  reason text not null,  -- customers read it: `Thanksgiving`; empty for none
  primary key (company_id, closed_days_id),
  foreign key (company_id) references company(company_id),
  check (last_day >= first_day)
);
-- the own company’s rows; delete, insert, select to rigwright_app

create table company (
  company_id uuid not null,
  company_name text not null,
  company_phone text not null,
  company_address text,
  latitude double precision,
  longitude double precision,
  email text not null,
  labor_rate bigint,  -- cents an hour
  mobile_range double precision,  -- miles
  image_url text,
  mobile_business boolean not null,
  on_time_status boolean not null,
  pending_status boolean not null,
  trusted boolean not null,
  verified boolean not null,
  days_of_operation smallint[] not null,
  hours_of_operation smallint[] not null,
  time_zone text not null,
  registered_at timestamptz not null,
  verified_from date,  -- first day of the month spent with the founders; verified_until is the last
  verified_until date,
  verified_note text,
  suspended_at timestamptz,
  suspended_because text,
  approval_tolerance smallint not null default 10,  -- percent above the approved price of a line that need no new answer
  deleted_at timestamptz,  -- all but the name is erased, and suspended_at is set as well
  owner_name_asked boolean not null default false,
  closes_at timestamptz,  -- when all but the name is erased, because its owner closed it; null if they did not
  promised_tickets integer not null default 0,  -- that were done or due within the days that count for On Time
  on_time_tickets integer not null default 0,  -- those of promised_tickets that were done by their first promised day
  primary key (company_id),
  check ((approval_tolerance >= 0) and (approval_tolerance <= 100))
);
create index company_by_email on company using gin (email gin_trgm_ops);
create index company_closing on company (closes_at) where (closes_at is not null);
-- the own company’s rows; insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on company for select to rigwright_definer using (true);

create table company_customer (
  company_id uuid not null,
  customer_id uuid not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  address text,
  latitude double precision,
  longitude double precision,
  note text not null default '',  -- the desk's; the customer does not see it
  preferred_contact text,
  created_at timestamptz not null,
  merged_into uuid,  -- the customer whom the desk found to be the same person: its tickets are theirs too, until the two are separated
  merged_with uuid,  -- the one that it was merged into itself, who was merged into another one since; mostly the same
  merged_at timestamptz,
  contact_key text generated always as (lower(((((((first_name || ' ') || last_name) || ' / ') || email) || ' / ') || phone))) stored,  -- tickets with exactly this name, email and phone are of one customer
  search_text text not null generated always as (…) stored,
  company_name text not null default '',  -- whom they come for; empty for most
  other_phones text[] not null default '{}'[],  -- besides `phone`, at most 5
  other_emails text[] not null default '{}'[],  -- besides `email`, at most 5
  other_search_text text not null generated always as (…) stored,
  agrees_to_email boolean,  -- to updates that nobody at the desk sends; null if they were not asked
  agrees_to_text boolean,  -- the same by text message
  consent_at timestamptz,  -- when that was noted last
  consent_by_name text,
  primary key (company_id, customer_id),
  check ((((merged_into is null) = (merged_at is null)) and ((merged_with is null) = (merged_at is null)))),
  check ((consent_at is null) = (consent_by_name is null)),
  check (((consent_at is not null) or ((agrees_to_email is null) and (agrees_to_text is null)))),
  check (preferred_contact in ('call', 'text', 'email'))
);
create index company_customer_contact on company_customer (company_id, contact_key);
create index company_customer_email on company_customer (lower(email));
create index company_customer_merged on company_customer (company_id, merged_into) where (merged_into is not null);
create index company_customer_other_search on company_customer using gin (company_id, other_search_text gin_trgm_ops);
create index company_customer_search on company_customer using gin (company_id, search_text gin_trgm_ops);
-- the own company’s rows; delete, insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on company_customer for select to rigwright_definer using (true);

create table company_export (
  company_id uuid not null,
  export_id uuid not null,
  state text not null,
  requested_at timestamptz not null,
  requested_by_name text not null,
  attempts integer not null default 0,
  leased_until timestamptz not null,  -- while it runs: when another server may start it again
  reads integer not null default 0,  -- tickets and images that were read, out of total_reads
  total_reads integer,
  missing_images integer not null default 0,
  failure text,
  finished_at timestamptz,
  expires_at timestamptz,
  file_id uuid,  -- its archive in the file store
  bytes bigint,
  primary key (company_id, export_id),
  foreign key (company_id) references company(company_id),
  check ((state = 'ready') = (file_id is not null)),
  check (failure in ('disk-full', 'suspended', 'interrupted', 'error')),
  check (state in ('running', 'ready', 'failed', 'expired'))
);
create index company_export_expiring on company_export (expires_at) where (state = 'ready');
create index company_export_leased on company_export (leased_until) where (state = 'running');
create unique index company_export_running on company_export (company_id) where (state = 'running');
-- the own company’s rows; delete, insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on company_export for select to rigwright_definer using (true);

create table company_preference (
  company_id uuid not null,
  change_hours smallint,
  reply_to text,  -- the mailbox for customers’ replies; null without one
  notices jsonb not null default '{}'::jsonb,
  asks_for_reviews boolean not null default false,  -- whether customers are asked once by email, the day after Complete, to review the visit
  emails_end_of_day boolean not null default false,  -- whether the owner is emailed what the day came to, when the shop closes
  end_of_day_emailed_on date,  -- the last day of which they were; also one whose email was left out, because the shop was closed
  asks_for_signatures boolean not null default false,  -- whether customers are asked to sign at drop-off, an estimate and at pickup
  asks_for_meters boolean not null default false,  -- whether Check In asks for odometer and generator hours
  lists_components boolean not null default false,  -- whether it keeps a list of what each RV is made of
  records_walkarounds boolean not null default false,  -- whether it records what RVs are like when they come in
  promises_days boolean not null default false,  -- whether it promises customers a day on which the work is done
  status_update_days integer,  -- after how many open days without a change a customer on hold is emailed; null: never
  clocks_shop_time boolean not null default false,  -- whether people clock in and out of the shop
  primary key (company_id),
  foreign key (company_id) references company(company_id),
  check ((change_hours >= 0) and (change_hours <= 336)),
  check ((status_update_days >= 1) and (status_update_days <= 30))
);
-- the own company’s rows; insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on company_preference for select to rigwright_definer using (true);

create table company_version (
  company_id uuid not null,
  version bigint not null default 0,
  pending_tickets integer not null default 0,
  active_tickets integer not null default 0,
  approval_tickets integer not null default 0,
  completed_tickets integer not null default 0,
  primary key (company_id)
);
-- the own company’s rows; insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on company_version for select to rigwright_definer using (true);

create table component_dispute (
  vin text not null,
  entry_id uuid not null,  -- of component_entry
  claim_id uuid not null,
  account_id uuid not null,
  company_uuid uuid not null,
  ticket_id integer not null,
  words text not null,
  written_at timestamptz not null,
  primary key (vin, entry_id, claim_id)
);
create index component_dispute_newest on component_dispute (written_at desc, vin);
-- row-level security; delete, insert, select, update to rigwright_app; delete, insert, select to rigwright_definer
create policy definer on component_dispute to rigwright_definer using (true) with check (true);
create policy own_account on component_dispute to rigwright_app using ((account_id)::text = app_actor()) with check ((account_id)::text = app_actor());

create table component_entry (
  vin text not null,
  entry_id uuid not null,
  company_id uuid not null,  -- that entered it; its serial number is read by no other
  component_id uuid not null,
  how text not null,
  kind text not null,
  name text not null,  -- of a component that is none of the usual kinds; empty otherwise
  place text not null,
  maker text not null,
  model text not null,
  serial text not null,
  model_year text not null,
  day date,  -- when it was installed or removed, on the company's calendar; null if unknown
  replaces uuid,  -- the component in whose place it came
  ticket_id integer not null,
  entered_at timestamptz not null,
  entered_by text not null,
  entered_by_name text not null,
  plate_photo uuid,  -- an image of its plate; null without one
  warranty_until date,  -- the last day of the maker's warranty; null if unknown
  primary key (vin, entry_id),
  check (how in ('entered', 'corrected', 'cleared', 'removed'))
);
create index component_entry_model on component_entry (company_id, regexp_replace(lower(maker), '[^a-z0-9]', '', 'g') text_pattern_ops, regexp_replace(lower(model), '[^a-z0-9]', '', 'g') text_pattern_ops);
create index component_entry_serial on component_entry (company_id, upper(replace(serial, ' ', ''))) where (serial <> '');
-- the own company’s rows; delete, insert, select to rigwright_app; delete, insert, select to rigwright_definer; delete to rigwright_eraser
create policy definer on component_entry to rigwright_definer using (true) with check (true);

create table customer (
  customer_uuid uuid not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  address text,
  latitude double precision,
  longitude double precision,
  shares_contact boolean not null default false,  -- whether every company that takes in a rig of theirs gets their contact details
  primary key (customer_uuid)
);
-- row-level security; insert, select, update to rigwright_app; delete, select to rigwright_definer
create policy definer on customer to rigwright_definer using (true) with check (true);
create policy named_customer on customer to rigwright_app using (customer_uuid = app_customer()) with check (true);

-- the customer by name and email in lower case, or by name and phone number if they have no email
create table customer_exemption (
  company_id uuid not null,
  email text not null,
  phone text not null,
  certificate_number text not null,
  expires_on date not null,
  noted_at timestamptz not null,
  customer_name text not null default '',
  company_customer_id uuid,  -- the company_customer whose it is; null where it is not clear, and it is offered to nobody
  primary key (company_id, email, phone, customer_name),
  foreign key (company_id) references company(company_id),
  check ((email <> '') or (phone <> ''))
);
create index customer_exemption_customer on customer_exemption (company_id, company_customer_id);
-- the own company’s rows; delete, insert, select, update to rigwright_app

create table day_close (
  company_id uuid not null,
  close_id uuid not null,
  day date not null,  -- on the company's calendar
  position integer not null,  -- counts the closes of a day from 1; the last one counts
  lines jsonb not null,  -- by method: in, out, expected, counted; cents
  note text not null,
  closed_at timestamptz not null,
  closed_by text not null,
  closed_by_name text not null,
  primary key (company_id, close_id),
  unique (company_id, day, "position"),
  foreign key (company_id) references company(company_id)
);
-- the own company’s rows; insert, select to rigwright_app

create table deleted_account (
  account_id uuid not null,
  at timestamptz not null default now(),
  primary key (account_id)
);
-- all rows; insert, select to rigwright_definer

create table directory (
  company_id uuid not null,
  version bigint not null,
  company_name text not null,
  company_address text,
  company_phone text not null,
  image_url text,
  trusted boolean not null,
  verified boolean not null,
  latitude double precision,
  longitude double precision,
  mobile_range double precision,  -- miles
  days_of_operation smallint[],
  hours_of_operation smallint[],
  time_zone text,
  point cube generated always as (case when ((latitude is not null) and (longitude is not null)) then cube(array[(cos(radians(latitude)) * cos(radians(longitude))), (cos(radians(latitude)) * sin(radians(longitude))), sin(radians(latitude))]) else null::cube end) stored,
  service_radius double precision generated always as (case when (mobile_range > (0)::double precision) then ((2)::double precision * sin((((mobile_range * (1.609344)::double precision) / (6371.0088)::double precision) / (2)::double precision))) else null::double precision end) stored,
  service_area cube generated always as (…) stored,
  hidden boolean not null default false,
  rating_count integer not null default 0,
  rating_sum integer not null default 0,  -- total stars of the reviews that count
  rank double precision not null generated always as (case when (rating_count = 0) then (0)::double precision else ((((rating_sum)::numeric + (4.0 * (5)::numeric)))::double precision / (rating_count + 5)::double precision) end) stored,
  search_words text not null generated always as (…) stored,
  weekday_opens smallint[],  -- Monday first; 0 to 0 on closed days; null if no weekday has hours of its own
  weekday_closes smallint[],
  primary key (company_id),
  unique (version)
);
create index directory_by_name on directory (lower(company_name), company_id);
create index directory_by_rating on directory ((- rank), company_id);
create index directory_by_zone on directory (time_zone);
create index directory_nearest on directory using gist (point);
create index directory_search_words on directory using gin (search_words gin_trgm_ops);
create index directory_service_area on directory using gist (service_area) where (service_area is not null);
create index directory_trusted on directory (lower(company_name), company_id) where trusted;
create index directory_verified on directory (lower(company_name), company_id) where verified;
create index directory_with_weekday_hours on directory (lower(company_name), company_id) where (weekday_opens is not null);
-- all rows; insert, select, update to rigwright_app; select to rigwright_definer

create table directory_version (
  only_row boolean not null default true,
  version bigint not null,
  primary key (only_row),
  check (only_row)
);
-- all rows; insert, select, update to rigwright_app

create table email_outbox (
  email_id uuid not null,
  company_id uuid,
  recipient text not null,
  subject text not null,
  text text not null,
  html text,
  message_id text not null,
  at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz,  -- null once it is sent or given up
  sent_at timestamptz,
  last_error text,
  sender_name text,
  reply_to text,
  attachment jsonb,
  primary key (email_id)
);
create index email_outbox_at on email_outbox (at);
create index email_outbox_queue on email_outbox (next_attempt_at) where (next_attempt_at is not null);
-- row-level security; insert to rigwright_app; delete, insert, select (email_id, company_id, recipient, text) to rigwright_definer; delete, select (company_id, recipient) to rigwright_eraser
create policy app_insert on email_outbox for insert to rigwright_app with check ((not (company_id is distinct from app_company())));
create policy definer on email_outbox to rigwright_definer using (true) with check (true);
create policy eraser_delete on email_outbox for delete to rigwright_eraser using (company_id = app_company());
create policy eraser_select on email_outbox for select to rigwright_eraser using (company_id = app_company());

create table employee (
  company_id uuid not null,
  employee_id uuid not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  license_number text not null,
  is_insured boolean not null,
  is_service_writer boolean not null,
  is_technician boolean not null,
  registered_at timestamptz not null,
  deactivated_at timestamptz,
  corrects_billing boolean not null default false,  -- given by the owner; counts only while they are a service writer
  primary key (company_id, employee_id),
  foreign key (company_id) references company(company_id)
);
create index employee_by_account on employee (employee_id);
-- the own company’s rows; delete, insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on employee for select to rigwright_definer using (true);

create table exported_entry (
  company_id uuid not null,
  target text not null,
  entry_id uuid not null,  -- an invoice, a credit note, or an entry of the ledger
  export_id uuid not null,
  primary key (company_id, target, entry_id),
  foreign key (company_id, export_id) references bookkeeping_export(company_id, export_id)
);
create index exported_entry_export on exported_entry (company_id, export_id);
-- the own company’s rows; insert, select to rigwright_app

create table first_name_only (
  company_id uuid not null,
  employee_id uuid not null,
  first_name text not null,
  primary key (company_id, employee_id),
  foreign key (company_id) references company(company_id)
);
-- the own company’s rows; delete, insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on first_name_only for select to rigwright_definer using (true);

create table founder_email (
  email text not null,
  primary key (email)
);
-- all rows; select to rigwright_definer

create table hand_over (
  company_id uuid not null,
  hand_over_id uuid not null,
  ticket_id integer not null,
  job_number integer,
  technician_id uuid not null,
  technician text not null,
  label text not null,
  text text not null,
  reason text not null,  -- why the server refused it, in words
  tapped_at timestamptz not null,
  at timestamptz not null,
  settled_at timestamptz,
  settled_by_name text,
  photo_id uuid,  -- until the desk has added it to the ticket or dismissed it
  photo_moment text,
  photo_width integer,
  photo_height integer,
  primary key (company_id, hand_over_id),
  foreign key (company_id) references company(company_id),
  check (((photo_id is null) or ((photo_moment is not null) and (photo_moment in ('before', 'after', '')) and (photo_width is not null) and (photo_width > 0) and (photo_height is not null) and (photo_height > 0))))
);
create index hand_over_of_ticket on hand_over (company_id, ticket_id) where (photo_id is not null);
create index hand_over_open on hand_over (company_id, at) where (settled_at is null);
-- the own company’s rows; insert, select, update (settled_at, settled_by_name, photo_id) to rigwright_app

create table idempotency_key (
  actor text not null,
  key uuid not null,
  command text not null,
  body_hash text not null,
  response jsonb,
  at timestamptz not null,
  company_id uuid not null,  -- the company, or the actor without one
  primary key (company_id, actor, key)
);
create index idempotency_key_at on idempotency_key (at);
create index idempotency_key_untimed on idempotency_key (at) where (substr((key)::text, 15, 1) <> '7');
-- row-level security; insert, select, update to rigwright_app; delete, select to rigwright_definer; delete to rigwright_eraser
create policy definer on idempotency_key to rigwright_definer using (true) with check (true);
create policy eraser_delete on idempotency_key for delete to rigwright_eraser using (company_id = app_company());
create policy eraser_select on idempotency_key for select to rigwright_eraser using (company_id = app_company());
create policy own_keys on idempotency_key to rigwright_app using (actor = app_actor()) with check (actor = app_actor());

create table import_chunk (
  company_id uuid not null,
  import_id uuid not null,
  first_row integer not null,
  row_count integer not null,
  rows jsonb not null,
  primary key (company_id, import_id, first_row),
  foreign key (company_id, import_id) references import_run(company_id, import_id)
);
-- the own company’s rows; delete, insert, select to rigwright_app; update (rows) to rigwright_eraser

create table import_item (
  company_id uuid not null,
  import_id uuid not null,
  kind text not null,
  item_id text not null,
  fingerprint text not null,  -- SHA-256 in hex of what was written; another one later means that it was changed since
  primary key (company_id, import_id, kind, item_id),
  foreign key (company_id, import_id) references import_run(company_id, import_id),
  check (kind in ('company', 'employee', 'ticket', 'customer', 'rig', 'history'))
);
-- the own company’s rows; delete, insert, select to rigwright_app

create table import_run (
  company_id uuid not null,
  import_id uuid not null,
  source text not null,
  file_name text not null,
  file_hash text not null,  -- SHA-256 in hex: the same file again changes nothing
  state text not null,
  row_count integer not null,
  rows_done integer not null default 0,
  report jsonb not null,  -- what was counted, skipped and mended
  started_at timestamptz not null,
  started_by text not null,
  started_by_name text not null,
  finished_at timestamptz,
  undone_at timestamptz,
  rows_received integer not null default 0,
  received_at timestamptz,  -- when rows of a spreadsheet last arrived
  primary key (company_id, import_id),
  foreign key (company_id) references company(company_id),
  check (source in ('tree', 'customers', 'employees', 'work')),
  check (state in ('running', 'done', 'failed', 'undone'))
);
create index import_run_running on import_run (started_at) where (state = 'running');
-- the own company’s rows; insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on import_run for select to rigwright_definer using (true);

create table imported_customer (
  company_id uuid not null,
  customer_id uuid not null,  -- made of who it is and of the VIN: the same row again is the same customer
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  address text,
  vin text,
  import_id uuid not null,
  added_at timestamptz not null,
  year text not null default '',
  make text not null default '',
  model text not null default '',
  axle_amount text not null default '',
  search_text text not null generated always as (…) stored,
  primary key (company_id, customer_id),
  foreign key (company_id, import_id) references import_run(company_id, import_id)
);
create index imported_customer_email on imported_customer (lower(email));
create index imported_customer_import on imported_customer (company_id, import_id);
create index imported_customer_search on imported_customer using gin (company_id, search_text gin_trgm_ops);
create index imported_customer_vin on imported_customer (company_id, vin) where (vin is not null);
-- the own company’s rows; delete, insert, select to rigwright_app; select to rigwright_definer
create policy definer on imported_customer for select to rigwright_definer using (true);

create table imported_record (
  company_id uuid not null,
  kind text not null,
  position integer not null,  -- of a ticket its id; the log is numbered from 1
  content json not null,  -- not jsonb: an export gives it back to the byte, in the order of its keys
  primary key (company_id, kind, "position"),
  foreign key (company_id) references company(company_id),
  check (kind in ('company', 'ticket', 'log'))
);
-- the own company’s rows; delete, insert, select to rigwright_app

create table invoice (
  company_id uuid not null,
  invoice_id uuid not null,
  ticket_id integer not null,
  kind text not null,
  number integer not null,
  prefix text not null,
  credits_invoice_id uuid,
  payer_kind text not null,
  total bigint not null,
  tax_total bigint not null,
  issued_at timestamptz not null,
  issued_by text not null,
  issued_by_name text not null,
  issued_on date not null,  -- on the company's calendar
  due_on date not null,
  document jsonb not null,  -- as it was issued: company, payer, rig, lines, discounts, tax by rate, terms; money in cents
  payer_removed_at timestamptz,
  is_partial boolean not null default false,  -- whether it has only chosen job lines of a ticket that was open
  fee_key text,  -- of an invoice with a fee by rule alone: which fee of its ticket it is; null for all others
  primary key (company_id, invoice_id),
  unique (company_id, kind, number),
  foreign key (company_id, credits_invoice_id) references invoice(company_id, invoice_id),
  foreign key (company_id, ticket_id) references ticket(company_id, ticket_id),
  check ((kind = 'credit-note') = (credits_invoice_id is not null)),
  check (kind in ('invoice', 'credit-note')),
  check (payer_kind = 'customer'),
  check (tax_total >= 0),
  check (total >= 0)
);
create index invoice_issued_on on invoice (company_id, issued_on);
create index invoice_ticket on invoice (company_id, ticket_id, issued_at);
create index invoice_with_payer on invoice (issued_on) where (payer_removed_at is null);
create unique index invoice_fee on invoice (company_id, ticket_id, fee_key) where (fee_key is not null);
-- the own company’s rows; insert, select to rigwright_app; select, update (document, payer_removed_at) to rigwright_definer
create policy definer on invoice to rigwright_definer using (true) with check (true);

create table invoice_reminder (
  company_id uuid not null,
  invoice_id uuid not null,
  sent_count integer not null,
  last_sent_at timestamptz,
  stopped_at timestamptz,
  stopped_by_name text,
  primary key (company_id, invoice_id),
  foreign key (company_id, invoice_id) references invoice(company_id, invoice_id)
);
-- the own company’s rows; insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on invoice_reminder for select to rigwright_definer using (true);

create table job (
  company_id uuid not null,
  ticket_id integer not null,
  job_number integer not null,
  problem text not null,
  cause text not null,
  correction text not null,
  estimated_time numeric(7,2) not null,
  estimate boolean not null,
  suggested_time numeric(7,2),
  answer text not null,
  labor_rate_id uuid,
  labor_rate_name text,
  labor_rate bigint,  -- cents an hour: as it was chosen, and what counts once the customer has approved the line or the ticket is finalized; before, the company's current rate with this id does
  approved_parts bigint,  -- cents for its parts when the customer approved it; null without an approval
  approved_supplies bigint,  -- its share of shop supplies then; it counts while its parts come to the same
  named_technician uuid,  -- who is to do it; it counts while they work on the ticket
  flat_price bigint,  -- cents charged for its labor in place of estimated_time times the rate; null without one
  clock_rule jsonb,  -- the company's clock_rule as it was chosen for the line, with timeZone; null for hours as estimated, or a flat price
  clocked_hours numeric(7,2),  -- what the clock charges; counts once an invoice has the line or its ticket is finalized: before, its sessions do
  component_id uuid,  -- of component_entry; null if the line is on no component
  component_model text,  -- its maker and model, letters and digits alone, by which lines on the same model are found; empty without a model
  component_at timestamptz,  -- when the line was put on it
  primary key (company_id, ticket_id, job_number),
  foreign key (company_id, ticket_id) references ticket(company_id, ticket_id),
  check (answer in ('none', 'approved', 'declined')),
  check (num_nulls(labor_rate_id, labor_rate_name, labor_rate) in (0, 3)),
  check ((clock_rule is null) or (flat_price is null)),
  check (num_nulls(component_id, component_model, component_at) in (0, 3)),
  check (estimated_time >= (0)::numeric),
  check (flat_price >= 0),
  check (job_number > 0),
  check (labor_rate >= 0)
);
create index job_component_model on job (company_id, component_model, component_at desc) where (component_id is not null);
create index job_declined on job (company_id, ticket_id) where (answer = 'declined');
-- the own company’s rows; delete, insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on job for select to rigwright_definer using (true);

create table ledger_entry (
  company_id uuid not null,
  entry_id uuid not null,
  ticket_id integer not null,
  position integer not null,  -- counts a ticket's entries from 1
  kind text not null,
  method text not null,
  amount bigint not null,  -- cents; a refund is money out
  invoice_id uuid,  -- the invoice that was open when it was recorded; null for a deposit before it
  reference text not null,  -- a check's or transfer's number
  note text not null,  -- why it was refunded
  at timestamptz not null,
  by text not null,
  by_name text not null,
  processor_id text,  -- the payment or refund at the payment service; null for what was entered by hand
  voids_entry_id uuid,  -- the payment or deposit by hand that was a slip; each is voided once
  cause text,  -- what the payment service told of: money that a customer's bank took, gave back, or did not take; null for all others
  primary key (company_id, entry_id),
  unique (company_id, ticket_id, "position"),
  foreign key (company_id, invoice_id) references invoice(company_id, invoice_id),
  foreign key (company_id, ticket_id) references ticket(company_id, ticket_id),
  foreign key (company_id, voids_entry_id) references ledger_entry(company_id, entry_id),
  check (amount > 0),
  check (cause in ('dispute', 'dispute-won', 'refund-failed')),
  check (kind in ('payment', 'deposit', 'refund')),
  check (method in ('cash', 'check', 'card', 'transfer')),
  check ((voids_entry_id is null) or (kind = 'refund'))
);
create index ledger_entry_at on ledger_entry (company_id, at);
create unique index ledger_entry_processor on ledger_entry (company_id, processor_id);
create unique index ledger_entry_void_once on ledger_entry (company_id, voids_entry_id);
-- the own company’s rows; insert, select to rigwright_app; select to rigwright_definer
create policy definer on ledger_entry for select to rigwright_definer using (true);

create table migration (
  name character varying(255) not null,
  timestamp character varying(255) not null,
  primary key (name)
);
-- all rows

create table own_rig (
  company_id uuid not null,
  vin text not null,
  make text not null,
  model text not null,
  year text not null,
  axle_amount text,
  customer_uuid uuid not null,
  assigned boolean not null,
  added_at timestamptz not null,
  primary key (company_id, vin),
  foreign key (company_id) references company(company_id)
);
create index own_rig_prefix on own_rig (company_id, vin text_pattern_ops);
-- the own company’s rows; delete, insert, select to rigwright_app

create table owner_component_entry (
  vin text not null,
  entry_id uuid not null,
  claim_id uuid not null,  -- of the owner who entered it
  component_id uuid not null,
  how text not null,
  kind text not null,
  name text not null,
  place text not null,
  maker text not null,
  model text not null,
  serial text not null,
  model_year text not null,
  day date,
  replaces uuid,
  entered_at timestamptz not null,
  primary key (vin, entry_id),
  check (how in ('entered', 'corrected', 'cleared', 'removed'))
);
-- row-level security; delete, insert, select to rigwright_definer
create policy definer on owner_component_entry to rigwright_definer using (true) with check (true);

create table owner_notice (
  company_id uuid not null,
  notice_id uuid not null,
  ticket_id integer not null,
  kind text not null,
  content jsonb not null,
  at timestamptz not null,
  due_at timestamptz not null,
  primary key (company_id, notice_id),
  foreign key (company_id, ticket_id) references ticket(company_id, ticket_id)
);
create index owner_notice_due on owner_notice (company_id, due_at);
-- the own company’s rows; delete, insert, select, update (due_at) to rigwright_app; select to rigwright_definer
create policy definer on owner_notice for select to rigwright_definer using (true);

create table part (
  company_id uuid not null,
  ticket_id integer not null,
  part_id uuid not null,
  position integer not null,
  job_number integer,
  quantity numeric(8,3) not null,
  description text not null,
  per_part_amount bigint,  -- cents; null until the desk has priced it
  sublet jsonb,  -- supplier, reference, cost in cents or null, expectedOn or null; null for the shop's own
  primary key (company_id, ticket_id, part_id),
  foreign key (company_id, ticket_id) references ticket(company_id, ticket_id),
  foreign key (company_id, ticket_id, job_number) references job(company_id, ticket_id, job_number),
  check (per_part_amount > 0),
  check (quantity > (0)::numeric)
);
-- the own company’s rows; delete, insert, select, update to rigwright_app

create table part_markup (
  company_id uuid not null,
  markup_id uuid not null,
  vendor_id uuid,  -- whose parts it is for; null for all
  cost_from bigint not null,  -- cents for one part, up to the next markup's
  percent integer not null,  -- of the cost
  added_at timestamptz not null,
  primary key (company_id, markup_id),
  unique (company_id, vendor_id, cost_from),
  check (cost_from >= 0),
  check ((percent >= 0) and (percent <= 1000))
);
-- the own company’s rows; delete, insert, select to rigwright_app

create table photo (
  company_id uuid not null,
  ticket_id integer not null,
  job_number integer not null,
  photo_id uuid not null,
  moment text not null,
  position integer not null,
  width integer not null,  -- pixels of the large variant
  height integer not null,
  added_at timestamptz not null,
  added_by text not null,
  added_by_name text not null,
  booking_id uuid,  -- the booking under whose id the image is stored, if the photo came with a booking
  addendum_id uuid,  -- the addendum that it came with; null for a photo of the work
  primary key (company_id, ticket_id, photo_id),
  foreign key (company_id, ticket_id, job_number) references job(company_id, ticket_id, job_number),
  check (height > 0),
  check (moment in ('before', 'after', '')),
  check (width > 0)
);
create index photo_job on photo (company_id, ticket_id, job_number, "position");
-- the own company’s rows; delete, insert, select to rigwright_app; select to rigwright_definer; update (added_by_name) to rigwright_eraser
create policy definer on photo for select to rigwright_definer using (true);

create table photo_piece (
  company_id uuid not null,
  account_id uuid not null,
  upload_key uuid not null,
  start_byte integer not null,
  content bytea not null,
  primary key (company_id, account_id, upload_key, start_byte),
  foreign key (company_id, account_id, upload_key) references photo_upload(company_id, account_id, upload_key) on delete cascade
);
-- the own company’s rows; delete, insert, select to rigwright_app

create table photo_upload (
  company_id uuid not null,
  account_id uuid not null,
  upload_key uuid not null,
  ticket_id integer not null,
  job_number integer not null,
  moment text not null,
  size integer not null,  -- bytes of the whole photo
  received integer not null,  -- bytes that have arrived
  at timestamptz not null,  -- when the last piece arrived
  primary key (company_id, account_id, upload_key),
  foreign key (company_id) references company(company_id),
  check ((received >= 0) and (received <= size)),
  check (size > 0)
);
create index photo_upload_at on photo_upload (at);
-- the own company’s rows; delete, insert, select, update to rigwright_app; delete, select (at) to rigwright_definer
create policy definer on photo_upload to rigwright_definer using (true) with check (true);

create table planned_assignment (
  company_id uuid not null,
  ticket_id integer not null,
  date date not null,  -- on the company's calendar
  uuid uuid not null,
  planned_at timestamptz not null,
  primary key (company_id, ticket_id, date),
  foreign key (company_id, ticket_id) references ticket(company_id, ticket_id),
  foreign key (company_id, uuid) references employee(company_id, employee_id) on delete cascade
);
create index planned_assignment_due on planned_assignment (date);
create index planned_assignment_employee on planned_assignment (company_id, uuid);
-- the own company’s rows; delete, insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on planned_assignment for select to rigwright_definer using (true);

create table platform_audit (
  entry_id uuid not null,
  at timestamptz not null,
  actor uuid not null,
  actor_name text not null,
  actor_kind text not null,
  verb text not null,
  company_uuid uuid,
  ticket_id integer,
  vin text,
  detail jsonb,
  primary key (entry_id)
);
create index platform_audit_by_actor on platform_audit (actor, at desc, entry_id desc);
create index platform_audit_by_kind on platform_audit (actor_kind, at desc, entry_id desc);
-- row-level security; insert, select to rigwright_app; insert, select, update (actor_name) to rigwright_definer
create policy definer on platform_audit to rigwright_definer using (true) with check (true);
create policy own_entries on platform_audit to rigwright_app using ((actor)::text = app_actor()) with check ((actor)::text = app_actor());

create table promised_day (
  company_id uuid not null,
  ticket_id integer not null,
  position integer not null,  -- counts the promises of one ticket from 1
  day date not null,
  first_day date not null,  -- the day by which the ticket has to be done to be on time
  reason text not null,  -- why the day was moved, as the customer reads it; empty of the first
  asked_by_customer boolean not null,  -- whether the customer asked for the move
  promised_at timestamptz not null,
  promised_by text not null,
  promised_by_name text not null,
  done_on date,  -- when the ticket was finalized, on the company's calendar; null before
  email_due_at timestamptz,  -- when the customer is emailed that it moved; null: not, or done
  primary key (company_id, ticket_id, "position")
);
create index promised_day_email_due on promised_day (company_id, email_due_at) where (email_due_at is not null);
-- the own company’s rows; insert, select, update (done_on, email_due_at) to rigwright_app; select to rigwright_definer; update (reason) to rigwright_eraser
create policy definer on promised_day for select to rigwright_definer using (true);

create table purchase_order (
  company_id uuid not null,
  order_id uuid not null,
  number integer not null,  -- within a company from 1 without gaps
  vendor_id uuid not null,
  created_at timestamptz not null,
  ordered_at timestamptz,  -- null for a draft
  closed_at timestamptz,
  freight bigint,  -- cents
  tracking_number text not null default '',
  invoice_number text not null default '',  -- of the vendor's invoice
  invoice_total bigint,  -- of the vendor's invoice, in cents
  emailed_at timestamptz,  -- when it was last emailed to the vendor, by whom and to which address
  emailed_by text not null default '',
  emailed_to text not null default '',
  primary key (company_id, order_id),
  unique (company_id, number),
  check (freight >= 0),
  check (invoice_total >= 0),
  check (number > 0)
);
create index purchase_order_closed on purchase_order (company_id, number) where (closed_at is not null);
create index purchase_order_open on purchase_order (company_id, number) where (closed_at is null);
create index purchase_order_vendor on purchase_order (company_id, vendor_id);
-- the own company’s rows; insert, select, update to rigwright_app

create table purchase_order_line (
  company_id uuid not null,
  line_id uuid not null,
  order_id uuid not null,
  position integer not null,
  ticket_id integer,  -- null for no ticket
  part_id uuid,  -- of the ticket; null for a line that is none of its parts
  quantity numeric(8,3) not null,
  description text not null,
  part_number text not null,
  cost bigint not null,  -- cents for one; the desk alone sees it
  expected_on date,
  receipts jsonb not null,  -- what came, each with quantity, at, byName and place; only added to
  list_price bigint,  -- cents for one; the desk alone sees it
  core_charge bigint,  -- cents for one, owed by the vendor once its core is returned
  condition text,
  core_returns jsonb not null default '[]'::jsonb,  -- cores that were returned, each with quantity, at, byName and credited cents; only added to
  stock_item_id uuid,  -- what it is received into; null for what is not for stock
  vendor_returns jsonb not null default '[]'::jsonb,  -- pieces that went back to the vendor, each with returnId, quantity, at, byName, reason, restockingFee and credited cents, and undoneAt; credited is null until the vendor did
  primary key (company_id, line_id),
  check (condition in ('new', 'used', 'rebuilt')),
  check (core_charge > 0),
  check (cost > 0),
  check (list_price > 0),
  check (quantity > (0)::numeric)
);
create index purchase_order_line_core on purchase_order_line (company_id, order_id) where (core_charge is not null);
create index purchase_order_line_order on purchase_order_line (company_id, order_id, "position");
create index purchase_order_line_return on purchase_order_line (company_id, order_id) where (vendor_returns <> '[]'::jsonb);
create index purchase_order_line_ticket on purchase_order_line (company_id, ticket_id) where (ticket_id is not null);
-- the own company’s rows; delete, insert, select, update to rigwright_app

create table push_outbox (
  message_id uuid not null,
  company_id uuid not null,
  subscription_id uuid not null,
  text text not null,
  is_urgent boolean not null,
  at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text,
  service text not null default '',
  leased_until timestamptz,
  primary key (message_id)
);
create index push_outbox_queue on push_outbox (next_attempt_at);
create index push_outbox_subscription on push_outbox (subscription_id, at);
-- row-level security; insert to rigwright_app; delete, select, update to rigwright_definer; delete, select (company_id, subscription_id) to rigwright_eraser
create policy app_insert on push_outbox for insert to rigwright_app with check (company_id = app_company());
create policy definer on push_outbox to rigwright_definer using (true) with check (true);
create policy eraser_delete on push_outbox for delete to rigwright_eraser using (company_id = app_company());
create policy eraser_select on push_outbox for select to rigwright_eraser using (company_id = app_company());

create table push_subscription (
  company_id uuid not null,
  subscription_id uuid not null,
  ticket_id integer not null,
  link_id uuid not null,
  endpoint text not null,
  p256dh text not null,  -- the browser's public key: only the browser can read what is encrypted with it
  auth text not null,
  created_at timestamptz not null,
  server_key text,
  primary key (company_id, subscription_id),
  unique (company_id, ticket_id, endpoint),
  foreign key (company_id, link_id) references ticket_link(company_id, link_id),
  foreign key (company_id, ticket_id) references ticket(company_id, ticket_id)
);
create index push_subscription_link on push_subscription (company_id, link_id);
-- the own company’s rows; delete, insert, select, update to rigwright_app; delete, select to rigwright_definer
create policy definer on push_subscription to rigwright_definer using (true) with check (true);

create table qualification (
  company_id uuid not null,
  employee_id uuid not null,
  since_year smallint,  -- since when they have worked on RVs; null if they do not say
  certificates text not null,  -- with their numbers, one in a line
  primary key (company_id, employee_id),
  check ((since_year >= 1950) and (since_year <= 2999))
);
-- the own company’s rows; delete, insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on qualification for select to rigwright_definer using (true);

create unlogged table rate_limit_counter (
  key text not null,  -- a keyed hash: whose attempts these are cannot be read here
  count bigint not null,
  until timestamptz not null,
  primary key (key)
);
create index rate_limit_counter_until on rate_limit_counter (until);
-- all rows; insert, select, update to rigwright_definer

create table retained_document (
  company_id uuid not null,
  document_id uuid not null,
  keep_until date not null,
  content jsonb not null,  -- the row of invoice or ledger_entry as it was
  primary key (company_id, document_id),
  foreign key (company_id) references company(company_id)
);
create index retained_document_end on retained_document (keep_until);
-- row-level security; delete, insert, select to rigwright_definer
create policy definer on retained_document to rigwright_definer using (true) with check (true);

create table review (
  company_id uuid not null,
  ticket_id integer not null,
  stars smallint not null,
  words text not null,
  written_at timestamptz not null,
  rig text not null,  -- year, make and model of the rig, as the ticket had them
  answer text,
  answered_at timestamptz,
  answered_by_name text,
  removed_at timestamptz,
  removed_by_name text,
  removed_because text,
  uncounted_because text,  -- why it does not count for Trusted; null if it does
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references ticket(company_id, ticket_id),
  check ((stars >= 1) and (stars <= 5))
);
create index review_all_newest on review (company_id, written_at desc, ticket_id desc);
create index review_newest on review (company_id, written_at desc, ticket_id desc) where (removed_at is null);
-- the own company’s rows; insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on review for select to rigwright_definer using (true);

create table review_request (
  company_id uuid not null,
  ticket_id integer not null,
  due_at timestamptz not null,
  primary key (company_id, ticket_id)
);
create index review_request_due on review_request (due_at);
-- the own company’s rows; delete, insert, select, update (due_at) to rigwright_app; select to rigwright_definer
create policy definer on review_request for select to rigwright_definer using (true);

create table rig (
  vin text not null,
  make text not null,
  model text not null,
  year text not null,
  axle_amount text,
  customer_uuid uuid not null,
  assigned boolean not null,
  rv_image text,
  added_at timestamptz not null,
  primary key (vin)
);
create index rig_prefix on rig (vin text_pattern_ops);
-- all rows; insert, select, update to rigwright_app; delete, insert, select, update to rigwright_definer

create table rig_claim (
  claim_id uuid not null,
  vin text not null,
  account_id uuid not null,  -- may be deleted once the claim has ended
  claimed_at timestamptz not null,
  how text not null,
  from_company uuid not null,
  from_ticket integer not null,
  opened_from timestamptz,  -- visits before this show only what is public; null: all are open
  transfer_hash text,  -- of the code that transfers the rig; the code itself is not stored
  transfer_until timestamptz,
  ended_at timestamptz,
  end_reason text,
  current_account_id uuid generated always as (case when (ended_at is null) then account_id else null::uuid end) stored,
  shares_serials boolean not null default false,  -- whether companies with a ticket of the rig read all serial numbers
  shared_components uuid[] not null default '{}'::uuid[],  -- whose serial numbers they read besides
  primary key (claim_id),
  foreign key (current_account_id) references auth_user(id),
  check ((ended_at is null) = (end_reason is null)),
  check ((transfer_hash is null) = (transfer_until is null)),
  check (end_reason in ('transfer', 'released', 'corrected', 'founder', 'superseded', 'no-vin')),
  check (how in ('code', 'transfer'))
);
create index rig_claim_account on rig_claim (account_id) where (ended_at is null);
create index rig_claim_past on rig_claim (vin) where (ended_at is not null);
create unique index rig_claim_current on rig_claim (vin) where (ended_at is null);
-- row-level security; insert, select, update to rigwright_app; insert, select, update to rigwright_definer
create policy definer on rig_claim to rigwright_definer using (true) with check (true);
create policy own_account on rig_claim to rigwright_app using ((account_id)::text = app_actor()) with check ((account_id)::text = app_actor());

create table rig_note (
  vin text not null,
  company_uuid uuid not null,
  ticket_id integer not null,
  claim_id uuid not null,
  kind text not null,
  account_id uuid not null,
  words text not null,
  written_at timestamptz not null,
  primary key (vin, company_uuid, ticket_id, claim_id, kind),
  check (kind in ('note', 'dispute'))
);
create index rig_note_disputes on rig_note (written_at desc, vin) where (kind = 'dispute');
-- row-level security; delete, insert, select, update to rigwright_app; delete, insert, select to rigwright_definer
create policy definer on rig_note to rigwright_definer using (true) with check (true);
create policy own_account on rig_note to rigwright_app using ((account_id)::text = app_actor()) with check ((account_id)::text = app_actor());

create table rig_report (
  report_id uuid not null,
  claim_id uuid not null,
  vin text not null,
  account_id uuid not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  primary key (report_id),
  foreign key (claim_id) references rig_claim(claim_id) on delete cascade
);
create index rig_report_claim on rig_report (claim_id, created_at desc);
-- row-level security; insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on rig_report for select to rigwright_definer using (true);
create policy own_account on rig_report to rigwright_app using ((account_id)::text = app_actor()) with check ((account_id)::text = app_actor());

create table service_bay (
  company_id uuid not null,
  service_bay_id uuid not null,
  name text not null,  -- unique within a company, whatever the case
  added_at timestamptz not null,
  primary key (company_id, service_bay_id),
  unique (company_id, name)
);
-- the own company’s rows; delete, insert, select, update to rigwright_app

create table shop_session (
  company_id uuid not null,
  session_id uuid not null,
  employee_id uuid not null,  -- of the owner the company's
  employee_name text not null,  -- it stays when the employee is deleted
  clock_in_time timestamptz not null,
  clock_out_time timestamptz,
  is_corrected boolean not null,  -- whether the owner entered or changed its times
  primary key (company_id, session_id),
  exclude using gist (company_id with =, employee_id with =, tstzrange(clock_in_time, clock_out_time) with &&),
  check (clock_out_time >= clock_in_time)
);
create index shop_session_running on shop_session (company_id, employee_id) where (clock_out_time is null);
-- the own company’s rows; delete, insert, select, update to rigwright_app

create table sign_in (
  sign_in_id uuid not null default gen_random_uuid(),
  company_id uuid,  -- null if no account matches what was typed
  account uuid,
  name text not null,
  event text not null,
  at timestamptz not null,
  address text not null,
  device text not null,  -- the user agent, as the browser sent it
  primary key (sign_in_id)
);
create index sign_in_at on sign_in (at);
create index sign_in_newest on sign_in (company_id, at desc, sign_in_id desc);
-- row-level security; select to rigwright_app; delete, insert, select to rigwright_definer
create policy definer on sign_in to rigwright_definer using (true) with check (true);
create policy own_company on sign_in for select to rigwright_app using (company_id = app_company());

create table signature (
  company_id uuid not null,
  ticket_id integer not null,
  signature_id uuid not null,
  occasion text not null,
  signed_at timestamptz not null,
  signer_name text not null,
  path text,  -- the strokes as an SVG path in a box of 600 by 200; null if the typed name is the signature
  job_lines text not null,  -- the job lines that were signed, as they were, at drop-off with the condition if there was a walkaround; empty at pickup
  amount bigint,  -- cents that were signed for; null at drop-off
  invoice_number text,
  taken_by text,  -- who of the company took it; null if it was signed by the customer's link
  taken_by_name text,
  outdated boolean not null default false,  -- whether the job lines had changed since they were shown, when the signature arrived from a phone
  primary key (company_id, ticket_id, signature_id),
  foreign key (company_id, ticket_id) references ticket(company_id, ticket_id),
  check (amount >= 0),
  check ((taken_by is null) = (taken_by_name is null)),
  check (occasion in ('drop-off', 'estimate', 'work-done', 'pickup'))
);
-- the own company’s rows; insert, select to rigwright_app; update (signer_name, path) to rigwright_eraser

create table stock_item (
  company_id uuid not null,
  stock_item_id uuid not null,
  part_number text not null,
  description text not null,
  place text not null,  -- such as shelf B or van 2; no two items of one part number are at the same
  price bigint,  -- cents for one, proposed on tickets
  cost bigint,  -- cents for one; the desk alone sees it
  reorder_point numeric(8,3),
  vendor_id uuid,  -- from whom it was ordered last
  added_at timestamptz not null,
  removed_at timestamptz,  -- null while it is listed
  primary key (company_id, stock_item_id),
  check (cost > 0),
  check (price > 0),
  check (reorder_point > (0)::numeric)
);
-- the own company’s rows; insert, select, update to rigwright_app

create table stock_movement (
  company_id uuid not null,
  stock_item_id uuid not null,
  position integer not null,  -- within an item from 1 without gaps
  kind text not null,
  quantity numeric(8,3) not null,  -- less than 0 for what left; of a count, the difference
  at timestamptz not null,
  by_name text not null,
  ticket_id integer,
  part_id uuid,  -- of the ticket for which it was taken
  cost bigint,  -- cents for one, as it was then; the desk alone sees it
  note text not null,
  primary key (company_id, stock_item_id, "position"),
  check (((quantity <> (0)::numeric) or (kind = 'counted'))),
  check (cost > 0),
  check (kind in ('received', 'taken', 'returned', 'counted', 'scrapped', 'returned-to-vendor'))
);
create index stock_movement_ticket on stock_movement (company_id, ticket_id) where (ticket_id is not null);
-- the own company’s rows; insert, select to rigwright_app

create table tax_rate (
  company_id uuid not null,
  tax_rate_id uuid not null,
  name text not null,
  percentage integer not null,  -- ten-thousandths of a percent: 8.25 % is 82500
  applies_to text[] not null,
  is_default boolean not null,
  archived_at timestamptz,
  primary key (company_id, tax_rate_id),
  foreign key (company_id) references company(company_id),
  check (applies_to <@ array['parts', 'labor', 'supplies', 'trip']),
  check ((percentage >= 0) and (percentage <= 1000000))
);
create unique index tax_rate_default on tax_rate (company_id) where (is_default and (archived_at is null));
-- the own company’s rows; insert, select, update to rigwright_app

create table ticket (
  company_id uuid not null,
  ticket_id integer not null,
  state text not null,
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
  labor_rate bigint,  -- cents an hour, copied from the company at finalize
  transition text not null,
  transitioned_by text not null,
  transitioned_by_name text not null,
  transitioned_at timestamptz not null,
  card json not null,  -- the summary that lists and the live feed carry; written with the row
  address_key text generated always as (lower(address)) stored,
  booked_day date,  -- the next planned day, or that of the appointment, on the company's calendar; as on its card
  imported_balance bigint,  -- cents: the total that an imported ticket had, whatever its lines add up to
  imported_key uuid,  -- made of the invoice number, date and VIN that a spreadsheet has; null for all other tickets
  supplies_rule jsonb,  -- the company's shop_supplies, copied at finalize
  close_reason text,
  close_note text,  -- the desk's; the customer does not see it
  closed_from text,  -- the state before it was closed
  confirmed_at timestamptz,  -- when the company agreed to a booking, which is pending until Check In
  check_in jsonb,  -- who brought the rig, its keys, and where it stands; null before Check In and for a ticket created at the desk
  company_customer_id uuid,  -- the company_customer it belongs to; null once they were forgotten, and of tickets from before there were any
  odometer integer,  -- miles, 0 to 2,000,000
  generator_hours numeric(7,1),  -- 0 to 100,000
  arrived_on date,  -- on the company's calendar
  departed_on date,  -- on the company's calendar; not before it arrived
  fee_choices jsonb,  -- the fees by rule that were dismissed, by key, and the day from which storage counts, if it was set by hand; null for neither
  primary key (company_id, ticket_id),
  foreign key (company_id) references company(company_id),
  check (close_reason in ('customer', 'no-show', 'duplicate', 'mistake', 'too-expensive')),
  check (((state = 'closed') = ((close_reason is not null) and (close_note is not null) and (closed_from is not null)))),
  check (closed_from in ('pending', 'active', 'approval')),
  check (state in ('pending', 'active', 'approval', 'completed', 'recorded', 'declined', 'closed')),
  check ((ticket_id >= 100000) and (ticket_id <= 999999))
);
create index ticket_address on ticket (company_id, address_key) where (address_key <> '');
create index ticket_board on ticket (company_id, state, transitioned_at desc, ticket_id desc);
create index ticket_booked_day on ticket (company_id, state, booked_day, transitioned_at desc, ticket_id desc);
create index ticket_company_customer on ticket (company_id, company_customer_id) where (company_customer_id is not null);
create index ticket_customer on ticket (company_id, customer_uuid) where (customer_uuid is not null);
create index ticket_email on ticket (lower(email), transitioned_at desc);
create index ticket_technician on ticket (company_id, assigned_technician, state, transitioned_at desc, ticket_id desc) where (assigned_technician is not null);
create index ticket_vin on ticket (company_id, vin);
create unique index ticket_imported_key on ticket (company_id, imported_key) where (imported_key is not null);
-- the own company’s rows; insert, select, update to rigwright_app; select (company_id, ticket_id, state, email, customer_uuid, vin, assigned_technician, transitioned_at, confirmed_at) to rigwright_definer; delete to rigwright_eraser
create policy definer on ticket for select to rigwright_definer using (true);

create table ticket_helper (
  company_id uuid not null,
  ticket_id integer not null,
  employee_id uuid not null,
  name text not null,  -- as it was when they were added
  added_at timestamptz not null,
  added_by uuid not null,
  primary key (company_id, ticket_id, employee_id)
);
create index ticket_helper_employee on ticket_helper (company_id, employee_id);
-- the own company’s rows; delete, insert, select to rigwright_app; select to rigwright_definer
create policy definer on ticket_helper for select to rigwright_definer using (true);

create table ticket_hold (
  company_id uuid not null,
  ticket_id integer not null,
  reason text not null,
  note text not null,
  since timestamptz not null,
  until date,  -- on the company's calendar
  set_by text not null,
  set_by_name text not null,
  customer_updated_at timestamptz,  -- when the customer was emailed that nothing had changed; null: not since the hold was set
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references ticket(company_id, ticket_id),
  check (reason in ('part', 'customer', 'weather', 'warranty'))
);
-- the own company’s rows; delete, insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on ticket_hold for select to rigwright_definer using (true);

create table ticket_link (
  company_id uuid not null,
  link_id uuid not null,
  ticket_id integer not null,
  created_at timestamptz not null,
  made_by text not null,
  made_by_name text not null,
  revoked_at timestamptz,
  opened_at timestamptz,
  wrong_answers integer not null default 0,  -- in total; too many lock the link
  locked_until timestamptz,
  unlocks integer not null default 0,
  confirmed_email text,  -- the customer's email, in lower case, at which they got the link that they opened
  primary key (company_id, link_id),
  foreign key (company_id, ticket_id) references ticket(company_id, ticket_id)
);
create unique index ticket_link_in_use on ticket_link (company_id, ticket_id) where (revoked_at is null);
-- the own company’s rows; insert, select, update to rigwright_app; select (company_id, link_id) to rigwright_definer
create policy definer on ticket_link for select to rigwright_definer using (true);

create table ticket_message (
  company_id uuid not null,
  ticket_id integer not null,
  message_id uuid not null,
  at timestamptz not null,
  by text not null,
  author_id text not null,
  author_name text not null,
  job_number integer,
  text text not null,
  read_at timestamptz,  -- when the other side first saw it
  email_due_at timestamptz,
  email_outcome text,  -- what became of that email; null without one
  primary key (company_id, ticket_id, message_id),
  foreign key (company_id, ticket_id) references ticket(company_id, ticket_id),
  check (by in ('customer', 'desk')),
  check (email_outcome in ('posted', 'no-mail', 'no-address', 'too-many', 'unconfirmed')),
  check (text <> '')
);
create index ticket_message_email_due on ticket_message (company_id, email_due_at) where (email_due_at is not null);
create index ticket_message_time on ticket_message (company_id, ticket_id, at, message_id);
create index ticket_message_unread on ticket_message (company_id) where ((by = 'customer') and (read_at is null));
-- the own company’s rows; insert, select, update (read_at, email_due_at, email_outcome) to rigwright_app; select to rigwright_definer; update (author_name, text) to rigwright_eraser
create policy definer on ticket_message for select to rigwright_definer using (true);

create table ticket_search (
  company_id uuid not null,
  ticket_id integer not null,
  created_at timestamptz not null,
  text text not null,
  customer text not null default '',
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references ticket(company_id, ticket_id) on delete cascade
);
create index ticket_search_customer on ticket_search using gin (company_id, customer gin_trgm_ops);
create index ticket_search_newest on ticket_search (company_id, created_at desc, ticket_id desc);
create index ticket_search_text on ticket_search using gin (company_id, text gin_trgm_ops);
-- the own company’s rows; insert, select, update to rigwright_app; select to rigwright_definer; delete to rigwright_eraser
create policy definer on ticket_search for select to rigwright_definer using (true);

-- ends with the ticket
create table ticket_service_bay (
  company_id uuid not null,
  ticket_id integer not null,
  service_bay_id uuid not null,
  primary key (company_id, ticket_id)
);
create index ticket_service_bay_bay on ticket_service_bay (company_id, service_bay_id);
-- the own company’s rows; delete, insert, select, update to rigwright_app

create table time_off (
  company_id uuid not null,
  time_off_id uuid not null,
  employee_id uuid not null,
  first_day date not null,
  last_day date not null,
  reason text not null,  -- the office and the desk read it: `Vacation`; empty for none
  entered_at timestamptz not null,  -- plans made before it for these days lapse
  primary key (company_id, time_off_id),
  check (last_day >= first_day)
);
-- the own company’s rows; delete, insert, select to rigwright_app

create table vendor (
  company_id uuid not null,
  vendor_id uuid not null,
  name text not null,  -- unique within a company among those not removed, whatever the case
  account_number text not null,  -- the company's own at the vendor; may be empty
  phone text not null,
  email text not null,
  terms text not null,  -- as agreed, such as Net 30; may be empty
  added_at timestamptz not null,
  removed_at timestamptz,  -- null while the company orders from it
  primary key (company_id, vendor_id)
);
create unique index vendor_name on vendor (company_id, name) where (removed_at is null);
-- the own company’s rows; delete, insert, select, update to rigwright_app

create table walkaround (
  company_id uuid not null,
  ticket_id integer not null,
  propane text,
  battery_volts numeric(4,1),  -- of the house batteries
  damage text[] not null,  -- what was broken or worn before, each a line of text
  recorded_at timestamptz not null,  -- when it was entered or changed last
  recorded_by text not null,
  recorded_by_name text not null,
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references ticket(company_id, ticket_id),
  check (((battery_volts >= (0)::numeric) and (battery_volts <= (100)::numeric))),
  check (propane in ('empty', 'quarter', 'half', 'three-quarters', 'full'))
);
-- the own company’s rows; insert, select, update to rigwright_app

create table weekday_hours (
  company_id uuid not null,
  weekday smallint not null,  -- 1 is Monday
  opens smallint,  -- the hour of the day; null if it is closed
  closes smallint,
  primary key (company_id, weekday),
  foreign key (company_id) references company(company_id),
  check ((opens is null) = (closes is null)),
  check (closes > opens),
  check ((closes >= 1) and (closes <= 24)),
  check ((opens >= 0) and (opens <= 23)),
  check ((weekday >= 1) and (weekday <= 7))
);
-- the own company’s rows; delete, insert, select, update to rigwright_app; select to rigwright_definer
create policy definer on weekday_hours for select to rigwright_definer using (true);

create table work_history (
  vin text not null,
  company_id uuid not null,
  ticket_id integer not null,
  completed_timestamp timestamptz not null,
  time_zone text not null,
  technician text not null,
  total_balance bigint not null,
  work jsonb not null,
  imported_at timestamptz,  -- when the company imported the visit; such visits earn nothing
  own_rig uuid,  -- for a text that is no VIN: which of the rigs under it; a random id, and null for a rig that all companies share
  primary key (vin, company_id, ticket_id)
);
create index work_history_newest on work_history (vin, completed_timestamp desc);
-- all rows; insert, select to rigwright_app; delete, insert, select to rigwright_definer

create table working_hours (
  company_id uuid not null,
  employee_id uuid not null,
  weekday smallint not null,  -- 1 is Monday
  opens smallint,  -- the hour at which their day starts; null if they are off
  closes smallint,  -- the hour at which their day ends
  primary key (company_id, employee_id, weekday),
  check ((opens is null) = (closes is null)),
  check (closes > opens),
  check ((closes >= 1) and (closes <= 24)),
  check ((opens >= 0) and (opens <= 23)),
  check ((weekday >= 1) and (weekday <= 7))
);
-- the own company’s rows; delete, insert, select, update to rigwright_app

-- Functions. Those of rigwright_definer look across companies.
function accept_rig_transfer(rig_vin text, code_hash text, as_of timestamptz, new_claim uuid) returns boolean, of rigwright_definer, for rigwright_app;
function account_end(account uuid, out deleted boolean, out deactivated boolean) returns record, of rigwright_definer, for rigwright_app;
function account_membership(account uuid) returns table(kind text, company_id uuid, time_zone text, is_service_writer boolean, is_technician boolean), of rigwright_definer, for rigwright_app;
function account_suspension(account uuid) returns text, of rigwright_definer;
function add_corrected_rig(founder_session uuid, rig_vin text, rig_make text, rig_model text, rig_year text, axles text, of_company uuid, as_of timestamptz) returns void, of rigwright_definer, for rigwright_app;
function add_owner_component_entry(rig_vin text, new_entry jsonb, max_entries integer, as_of timestamptz) returns boolean, of rigwright_definer, for rigwright_app;
function app_actor() returns text;
function app_company() returns uuid;
function app_customer() returns uuid;
function assert_founder(founder_session uuid) returns table(account uuid, name text), of rigwright_definer;
function assign_exemptions() returns void;
function badges_to_recalculate(since timestamptz, among uuid[]) returns table(company_id uuid), of rigwright_definer;
function board_sections(of_company uuid, of_technician uuid, max_cards integer) returns table(section text, total bigint, cards text), for rigwright_app;
function claim_of_visit(founder_session uuid, rig_vin text, of_company uuid, of_ticket integer) returns table(account uuid, email text, is_by_visit boolean, opened_from timestamptz, has_dispute boolean), of rigwright_definer, for rigwright_app;
function claim_opens_entry(claim rig_claim, of_company uuid, of_ticket integer, at timestamptz) returns boolean;
function claim_shares_entry(claim rig_claim, of_component uuid, of_company uuid, of_ticket integer, at timestamptz) returns boolean;
function claimed_rig_components(rig_vin text, max_entries integer) returns table(entry_id uuid, component_id uuid, how text, kind text, name text, place text, maker text, model text, serial text, model_year text, day date, replaces uuid, of_company uuid, company_name text, ticket_id integer, entered_at timestamptz, is_by_owner boolean, is_mine boolean, dispute text, is_own_dispute boolean), of rigwright_definer, for rigwright_app;
function companies_by_email(founder_session uuid, pattern text, after_name text, after_company uuid, max_rows integer) returns table(company_id uuid, lowered text), of rigwright_definer, for rigwright_app;
function companies_due_to_close(as_of timestamptz, among uuid[]) returns table(company_id uuid, time_zone text), of rigwright_definer, for rigwright_app;
function company_staff_emails() returns table(email text), of rigwright_definer, for rigwright_app;
function company_statuses(founder_session uuid, companies uuid[]) returns table(company_id uuid, email text, pending_status boolean, suspended_at timestamptz, time_zone text), of rigwright_definer, for rigwright_app;
function company_versions(companies uuid[]) returns table(company_id uuid, version bigint), of rigwright_definer, for rigwright_app;
function complete_command(as_of timestamptz, of_company uuid, actor_id text, actor_label text, changes jsonb, moved_tickets integer[], key_company uuid, key_actor text, request_key uuid, command_name text, request_hash text, key_response jsonb) returns bigint, for rigwright_app;
function complete_signup(token_hash text, account uuid, account_name text, password_hash text, as_of timestamptz) returns text, of rigwright_definer, for rigwright_app;
function components_of_model(maker_key text, model_key text, max_components integer) returns table(vin text, component_id uuid), of rigwright_definer, for rigwright_app;
function components_of_rig(rig_vin text, own_tickets integer[], max_entries integer) returns table(entry_id uuid, component_id uuid, how text, kind text, name text, place text, maker text, model text, serial text, model_year text, day date, replaces uuid, ticket_id integer, entered_at timestamptz, entered_by_name text), of rigwright_definer, for rigwright_app;
function confirm_held_email(account_email text, token_hash text, as_of timestamptz) returns boolean, of rigwright_definer, for rigwright_app;
function confirm_owner_email(token_hash text, as_of timestamptz) returns boolean, of rigwright_definer, for rigwright_app;
function consume_rate_limits(keys text[], max_counts bigint[], seconds integer[], as_of timestamptz) returns integer, of rigwright_definer, for rigwright_app;
function correct_vin(founder_session uuid, new_entry uuid, as_of timestamptz, of_company uuid, of_ticket integer, old_vin text, new_vin text, new_own_rig uuid, entry_detail jsonb) returns boolean, of rigwright_definer, for rigwright_app;
function create_account(account uuid, account_name text, account_email text, password_hash text, as_of timestamptz) returns void, of rigwright_definer, for rigwright_app;
function create_email_confirmation(token_hash text, as_of timestamptz, expires timestamptz) returns void, of rigwright_definer, for rigwright_app;
function create_employee_password_reset(account uuid, token text, as_of timestamptz, expires timestamptz) returns void, of rigwright_definer, for rigwright_app;
function current_rig_claim(founder_session uuid, rig_vin text) returns table(claim_id uuid, claimed_at timestamptz, how text, company_uuid uuid, company_name text, ticket_id integer, opened_from timestamptz), of rigwright_definer, for rigwright_app;
function declare_company_table(name text, app text, definer text default null::text, eraser text default null::text) returns void;
function declare_definer_functions() returns void;
function declare_protected_table(name text, app text default null::text, definer text default null::text, eraser text default null::text) returns void;
function delete_abandoned_photo_uploads(before timestamptz) returns void, of rigwright_definer, for rigwright_app;
function delete_customer_records(customers uuid[], unshared uuid[], customer_email text, customer_phone text) returns setof uuid, of rigwright_definer, for rigwright_eraser;
function delete_employee_account(account uuid) returns void, of rigwright_definer, for rigwright_app;
function delete_ended_push_subscriptions(ended timestamptz) returns void, of rigwright_definer;
function delete_expired_idempotency_keys(before timestamptz, timed_before timestamptz) returns void, of rigwright_definer, for rigwright_app;
function delete_greeting_emails(of_recipient text, greetings text[]) returns setof uuid, of rigwright_definer, for rigwright_eraser;
function delete_imported_history(tickets integer[], vins text[]) returns setof text, of rigwright_definer, for rigwright_eraser;
function delete_old_sign_ins(before timestamptz) returns void, of rigwright_definer;
function delete_own_account(password_hash text) returns void, of rigwright_definer, for rigwright_app;
function delete_silent_devices(before timestamptz) returns void, of rigwright_definer, for rigwright_app;
function due_company_exports(as_of timestamptz) returns table(company_id uuid, export_id uuid, state text), of rigwright_definer, for rigwright_app;
function due_end_of_day_emails(as_of timestamptz, among uuid[]) returns table(company_id uuid, time_zone text, day date), of rigwright_definer;
function due_invoice_reminders(as_of timestamptz, among uuid[], most integer) returns table(company_id uuid, ticket_id integer, invoice_id uuid, time_zone text), of rigwright_definer;
function due_notices(as_of timestamptz, among uuid[]) returns table(company_id uuid, time_zone text, is_confirmed boolean), of rigwright_definer;
function due_plans(as_of timestamptz, among uuid[]) returns table(company_id uuid, ticket_id integer, time_zone text), of rigwright_definer;
function due_review_requests(as_of timestamptz, among uuid[]) returns table(company_id uuid, ticket_id integer, time_zone text), of rigwright_definer;
function emails_taken(emails text[], as_of timestamptz) returns setof text, of rigwright_definer, for rigwright_app;
function end_company_sessions(founder_session uuid, of_company uuid) returns void, of rigwright_definer, for rigwright_app;
function end_employee_sessions(account uuid) returns void, of rigwright_definer, for rigwright_app;
function end_own_other_sessions(current_session uuid) returns void, of rigwright_definer, for rigwright_app;
function end_own_session(session uuid) returns boolean, of rigwright_definer, for rigwright_app;
function enqueue_signup_email(new_email uuid, rfc_message_id text, to_email text, signup_content jsonb, taken_content jsonb, as_of timestamptz, expires timestamptz) returns void, of rigwright_definer, for rigwright_app;
function entries_of_components(component_vins text[], components uuid[]) returns table(vin text, entry_id uuid, component_id uuid, how text, kind text, name text, place text, maker text, model text, serial text, model_year text, day date, replaces uuid, ticket_id integer, entered_at timestamptz, entered_by_name text, is_by_owner boolean), of rigwright_definer, for rigwright_app;
function find_company_customers(terms text[], max_rows integer) returns setof uuid, of rigwright_definer, for rigwright_app;
function find_customers(terms text[], max_rows integer) returns table(ticket_ids integer[], imported_ids uuid[]), of rigwright_definer, for rigwright_app;
function find_email_confirmation(token_hash text) returns table(company_id uuid, name text, email text, is_confirmed boolean, expires_at timestamptz), of rigwright_definer, for rigwright_app;
function find_email_release(token_hash text, as_of timestamptz) returns table(company_id uuid, account_id uuid, email text), of rigwright_definer, for rigwright_app;
function find_held_email(token_hash text, as_of timestamptz) returns text, of rigwright_definer, for rigwright_app;
function find_session(session_token text, as_of timestamptz, used_after timestamptz) returns table(id uuid, name text, session_id uuid, kind text, company_id uuid, time_zone text, is_service_writer boolean, is_technician boolean), of rigwright_definer;
function find_tickets(terms text[], in_state text, technician uuid, max_rows integer) returns table(ticket_id integer), of rigwright_definer, for rigwright_app;
function founder_audit(founder_session uuid, verbs text[], before_at timestamptz, before_entry uuid, max_rows integer) returns table(entry_id uuid, at timestamptz, actor uuid, actor_name text, verb text, company_uuid uuid, ticket_id integer, vin text, detail jsonb), of rigwright_definer, for rigwright_app;
function founder_background_jobs(founder_session uuid) returns table(name text, last_run_at timestamptz, last_succeeded_at timestamptz, next_run_at timestamptz, failures integer, last_error text), of rigwright_definer, for rigwright_app;
function founder_disputes(founder_session uuid, before_at timestamptz, before_vin text, before_company uuid, before_ticket integer, before_claim uuid, max_rows integer) returns table(vin text, company_uuid uuid, company_name text, ticket_id integer, claim_id uuid, words text, written_at timestamptz, is_held boolean), of rigwright_definer, for rigwright_app;
function has_ended(ends_at timestamptz, as_of timestamptz) returns boolean;
function hold_email(account_email text, token_hash text, as_of timestamptz, expires timestamptz) returns void, of rigwright_definer, for rigwright_app;
function is_account_deactivated(account uuid) returns boolean, of rigwright_definer;
function is_current_session(session_token text, as_of timestamptz, used_after timestamptz, account uuid, account_name text, session_id uuid, own_company uuid, company_time_zone text, service_writer boolean, technician boolean) returns boolean, of rigwright_definer;
function is_email_in_use(account_email text) returns boolean, of rigwright_definer, for rigwright_app;
function is_email_taken(account_email text, token_hash text, as_of timestamptz) returns boolean, of rigwright_definer, for rigwright_app;
function is_new_idempotency_key(key_company uuid, key_actor text, request_key uuid) returns boolean, of rigwright_definer;
function is_own_employee(account uuid) returns boolean, of rigwright_definer;
function is_rig_claim_revoked(rig_vin text) returns boolean, of rigwright_definer, for rigwright_app;
function lock_account(of_company uuid, account uuid) returns void;
function lock_account_shared(of_company uuid, account uuid) returns void;
function lock_own_account(password_hash text) returns text, of rigwright_definer, for rigwright_app;
function move_component_entries(old_vin text, new_vin text, of_company uuid, of_ticket integer) returns void, of rigwright_definer;
function move_own_component_entries(old_vin text, new_vin text, of_ticket integer) returns table(component_id uuid), of rigwright_definer, for rigwright_app;
function move_owner_component_entries(old_vin text, new_vin text, of_company uuid, of_ticket integer) returns void, of rigwright_definer;
function move_rig_notes(old_vin text, new_vin text, of_company uuid, of_ticket integer) returns void, of rigwright_definer;
function moved_promises(as_of timestamptz, among uuid[]) returns table(company_id uuid, ticket_id integer, time_zone text), of rigwright_definer;
function normalized_text(source text) returns text;
function note_deleted_account() returns trigger, of rigwright_definer;
function on_time_to_recalculate(as_of timestamptz, count_days integer, among uuid[]) returns table(company_id uuid, promised integer, on_time integer), of rigwright_definer;
function open_card_checks(as_of timestamptz, among uuid[]) returns table(company_id uuid, time_zone text), of rigwright_definer;
function own_account() returns uuid;
function own_email() returns text, of rigwright_definer, for rigwright_app;
function own_passkeys() returns table(passkey_id uuid, name text, added_at timestamptz), of rigwright_definer, for rigwright_app;
function own_sessions() returns table(session_id uuid, address text, user_agent text, signed_in_at timestamptz, last_used_at timestamptz), of rigwright_definer, for rigwright_app;
function own_tickets(after_at timestamptz, after_company uuid, after_ticket integer, max_rows integer) returns table(company_id uuid, ticket_id integer, transitioned_at timestamptz), of rigwright_definer, for rigwright_app;
function own_two_factor() returns table(is_on boolean, recovery_codes integer), of rigwright_definer, for rigwright_app;
function owner_mailbox() returns table(email text, is_confirmed boolean), of rigwright_definer, for rigwright_app;
function phone_digits(phone_column text) returns text;
function ratings_to_recalculate(since timestamptz, among uuid[]) returns table(company_id uuid), of rigwright_definer;
function record_sign_in(of_account uuid, of_email text, event_name text, as_of timestamptz, address_from text, user_agent text) returns void, of rigwright_definer;
function release_email(token_hash text, account uuid, as_of timestamptz) returns boolean, of rigwright_definer, for rigwright_app;
function remove_old_payers(as_of timestamptz) returns integer, of rigwright_definer;
function rename_company_account(old_name text, new_name text, as_of timestamptz) returns void, of rigwright_definer, for rigwright_app;
function rename_own_account(account_name text, as_of timestamptz) returns void, of rigwright_definer, for rigwright_app;
function rename_own_company_account(account_name text, as_of timestamptz) returns void, of rigwright_definer, for rigwright_app;
function replace_mistyped_rig(old_vin text, new_vin text, new_make text, new_model text, new_year text, new_axles text, as_of timestamptz) returns void, of rigwright_definer, for rigwright_app;
function replace_rig(old_vin text, new_vin text, new_make text, new_model text, new_year text, new_axles text, as_of timestamptz) returns table(make text, model text, year text, rv_image text), of rigwright_definer, for rigwright_app;
function retain_documents(company uuid) returns integer;
function revoke_rig_claim(founder_session uuid, new_entry uuid, as_of timestamptz, rig_vin text, seen_claim uuid, entry_detail jsonb) returns text, of rigwright_definer, for rigwright_app;
function revoked_claim_codes(rig_vin text) returns table(company_id uuid, ticket_id integer), of rigwright_definer, for rigwright_app;
function rig_access(rig_vin text, report uuid, as_of timestamptz) returns table(claim_id uuid, opened_from timestamptz), of rigwright_definer, for rigwright_app;
function rig_claim_ended_at(rig_vin text, as_of timestamptz) returns uuid, of rigwright_definer, for rigwright_app;
function rig_claim_status(rig_vin text, code_hash text, as_of timestamptz) returns table(owner text, is_offered boolean, was_released boolean), of rigwright_definer, for rigwright_app;
function rig_components(rig_vin text, own_tickets integer[], max_entries integer) returns table(entry_id uuid, component_id uuid, how text, kind text, name text, place text, maker text, model text, serial text, model_year text, day date, replaces uuid, ticket_id integer, entered_at timestamptz, entered_by_name text, is_by_owner boolean, is_shared boolean, dispute text), of rigwright_definer, for rigwright_app;
function rig_first_names(rig_vin text, report uuid, as_of timestamptz) returns jsonb, of rigwright_definer, for rigwright_app;
function rig_owner(rig_vin text, ticket_email text) returns table(is_held boolean, account uuid), of rigwright_definer, for rigwright_app;
function rig_photo(rig_vin text, report uuid, as_of timestamptz, of_company uuid, wanted_photo uuid) returns table(ticket_id integer, booking_id uuid), of rigwright_definer, for rigwright_app;
function rig_qualifications(rig_vin text, report uuid, as_of timestamptz) returns jsonb, of rigwright_definer, for rigwright_app;
function rig_record(rig_vin text, report uuid, as_of timestamptz, max_visits integer) returns jsonb, of rigwright_definer, for rigwright_app;
function rig_seller_email(rig_vin text, as_of timestamptz) returns text, of rigwright_definer, for rigwright_app;
function running_imports() returns table(company_id uuid, import_id uuid, started_by text, started_by_name text, received_at timestamptz, is_received boolean), of rigwright_definer, for rigwright_app;
function rv_owner_email(account uuid) returns text, of rigwright_definer;
function shared_rig_contact(rig_vin text) returns table(first_name text, last_name text, email text, phone text, address text, latitude double precision, longitude double precision), of rigwright_definer, for rigwright_app;
function signup_email(token_hash text, as_of timestamptz) returns text, of rigwright_definer, for rigwright_app;
function supersede_rig_claim(rig_vin text, as_of timestamptz) returns text, of rigwright_definer, for rigwright_app;
function ticket_disputes(rig_vin text, of_ticket integer) returns table(words text, written_at timestamptz, is_held boolean), of rigwright_definer, for rigwright_app;
function tickets_of_owners(tickets integer[]) returns setof integer, of rigwright_definer, for rigwright_eraser;
function unconfirmed_bookings(before timestamptz, among uuid[]) returns table(company_id uuid, booking_id uuid), of rigwright_definer;
function unread_messages(as_of timestamptz, among uuid[]) returns table(company_id uuid, ticket_id integer, time_zone text), of rigwright_definer;
function unreminded_appointments(after timestamptz, before timestamptz, among uuid[]) returns table(company_id uuid, ticket_id integer, time_zone text), of rigwright_definer;
function unshared_customers(customers uuid[]) returns setof uuid, of rigwright_definer, for rigwright_eraser;
function unshared_rigs(vins text[]) returns setof text, of rigwright_definer, for rigwright_eraser;
function unused_employee_accounts(accounts uuid[]) returns setof uuid, of rigwright_definer, for rigwright_app;
function update_employee_account(account uuid, account_name text, account_email text, as_of timestamptz) returns void, of rigwright_definer, for rigwright_app;
function valid_rig_report(report uuid, of_claim uuid, as_of timestamptz) returns table(vin text, created_at timestamptz, ends_at timestamptz, opened_from timestamptz), of rigwright_definer, for rigwright_app;
function waiting_customers(as_of timestamptz, among uuid[]) returns table(company_id uuid, ticket_id integer, time_zone text), of rigwright_definer;
function work_history_page(rig_vin text, before_at timestamptz, before_ticket integer, before_company uuid, page_size integer, cents_per_unit integer) returns table(entries text, visits integer, next_at text, next_ticket integer, next_company uuid), of rigwright_definer, for rigwright_app;
