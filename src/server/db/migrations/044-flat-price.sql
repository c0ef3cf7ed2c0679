-- A job line may have a flat price in place of hours times the rate.
alter table job add column flat_price bigint;
alter table job add constraint job_flat_price check (flat_price >= 0);
comment on column job.flat_price is
  'cents charged for its labor in place of estimated_time times the rate; null without one';
