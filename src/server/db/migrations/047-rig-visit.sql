-- What is read off a rig at a visit, and when the shop had it; null for what was not typed.
alter table ticket add column odometer integer;
comment on column ticket.odometer is 'miles, 0 to 2,000,000';
alter table ticket add column generator_hours numeric(7, 1);
comment on column ticket.generator_hours is '0 to 100,000';
alter table ticket add column arrived_on date;
comment on column ticket.arrived_on is 'on the company''s calendar';
alter table ticket add column departed_on date;
comment on column ticket.departed_on is 'on the company''s calendar; not before it arrived';
