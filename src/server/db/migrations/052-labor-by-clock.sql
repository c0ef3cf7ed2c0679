-- A job line may be billed by the time that was clocked on it. A company offers that, and flat prices, once it turned them on.
alter table job add column clock_rule jsonb;
alter table job add column clocked_hours numeric(7,2);
alter table job add constraint job_clock_or_flat_price check (clock_rule is null or flat_price is null);
comment on column job.clock_rule is
  'the company''s clock_rule as it was chosen for the line, with timeZone; null for hours as estimated, or a flat price';
comment on column job.clocked_hours is
  'what the clock charges; counts once an invoice has the line or its ticket is finalized: before, its sessions do';
alter table billing_setting add column clock_rule jsonb;
alter table billing_setting add column new_jobs_by_clock boolean not null default false;
alter table billing_setting add column offers_flat_price boolean not null default false;
comment on column billing_setting.clock_rule is
  'minimum in hours, rounding, direction, start, per, otherPeople in percent; null while no job line can be billed by the clock';
