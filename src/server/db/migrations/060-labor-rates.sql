-- Labor rates by name besides the company's, and the one chosen for a job line. Null is the company's rate.
alter table billing_setting add column labor_rates jsonb not null default '[]';
comment on column billing_setting.labor_rates is 'laborRateId, name, and amount in cents an hour';
alter table job
  add column labor_rate_id uuid,
  add column labor_rate_name text,
  add column labor_rate bigint check (labor_rate >= 0),
  add check (num_nulls(labor_rate_id, labor_rate_name, labor_rate) in (0, 3));
comment on column job.labor_rate is
  'cents an hour: as it was chosen, and what counts once the customer has approved the line or the ticket is finalized; before, the company''s current rate with this id does';

-- What a mobile visit is charged for the trip, and what customers are told before they book.
alter table billing_setting add column trip_rules jsonb;
comment on column billing_setting.trip_rules is 'distances in tenths of a mile, money in cents';
