-- What a technician has signed at the rig, where no amount is seen, and whether Check In asks for a rig's meters.
alter table signature drop constraint signature_occasion_check;
alter table signature add constraint signature_occasion_check
  check (occasion in ('drop-off', 'estimate', 'work-done', 'pickup'));
alter table signature add column outdated boolean not null default false;
comment on column signature.outdated is
  'whether the job lines had changed since they were shown, when the signature arrived from a phone';

alter table company_preference add column asks_for_meters boolean not null default false;
comment on column company_preference.asks_for_meters is 'whether Check In asks for odometer and generator hours';
