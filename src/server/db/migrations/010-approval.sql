-- What a customer was asked to pay for, line by line, and what they answered. Each line is kept whole, as it was asked
-- and as it was answered: text, hours and prices.
create table approval_request (
  company_id uuid not null,
  ticket_id integer not null,
  request_id uuid not null,
  position integer not null,
  asked_at timestamptz not null,
  asked_by text not null,
  asked_by_name text not null,
  note text not null,
  deposit bigint check (deposit > 0),
  deposit_withdrawn_at timestamptz,
  primary key (company_id, ticket_id, request_id),
  unique (company_id, ticket_id, position),
  foreign key (company_id, ticket_id) references ticket
);
comment on column approval_request.position is 'counts the requests of a ticket from 1';
comment on column approval_request.deposit is
  'cents asked for with it; the latest of a ticket counts while one of its lines is neither withdrawn nor declined';
comment on column approval_request.deposit_withdrawn_at is 'from then on, the customer is not asked for its deposit';
select declare_company_table('approval_request', app => 'select, insert, update (deposit_withdrawn_at)');

create table approval_line (
  company_id uuid not null,
  ticket_id integer not null,
  request_id uuid not null,
  job_number integer not null,
  asked jsonb not null,
  asked_version text not null,
  state text not null check (state in ('open', 'approved', 'declined', 'withdrawn')),
  ended_at timestamptz,
  ended_by text,
  ended_by_name text,
  how text check (how in ('link', 'phone')),
  address text,
  shown jsonb,
  shown_version text,
  typed_name text,
  phone text,
  -- A customer may change their answer until work has begun after it. What the line's correction said at the answer is
  -- no such work.
  correction text,
  -- Undoing an answer by phone leads back to what was before it: the hours, and the request if it was open.
  before_answer jsonb,
  primary key (company_id, ticket_id, request_id, job_number),
  foreign key (company_id, ticket_id, request_id) references approval_request,
  check ((state = 'open') = (ended_at is null)),
  check ((state in ('approved', 'declined')) = (shown is not null and how is not null))
);
comment on column approval_line.shown is 'what was on the screen, or read out, when it was answered';
comment on column approval_line.address is 'the network address of an answer by the link';
comment on column approval_line.typed_name is
  'who answered: as the customer typed it on the link, or as the desk noted it of a call';
comment on column approval_line.phone is
  'at which number an answer by phone was given; null for one by link, and if it was not noted';
comment on column approval_line.correction is
  'the line''s correction at the answer or, later, at Approve Ticket; null if unknown, or if another one stood at Ask Approval: then work has begun';
comment on column approval_line.before_answer is
  'the line''s hours, and whether the customer was asked, before an answer by phone; null for one by link';
-- A line has one open request at a time.
create unique index approval_line_open on approval_line (company_id, ticket_id, job_number) where state = 'open';
select declare_company_table('approval_line', app => 'select, insert, update');
