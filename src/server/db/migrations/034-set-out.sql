-- The customer of a visit is told when their technician sets out.
alter table booking add column arriving_at timestamptz;
comment on column booking.arriving_at is 'when the technician said they would arrive; null before they set out';
