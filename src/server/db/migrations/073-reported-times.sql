-- Times of clock sessions that a device reported later, because it had no connection when Clock In or Clock Out was
-- pressed.
alter table clock_session
  add column is_clock_in_reported boolean not null default false,
  add column is_clock_out_reported boolean not null default false;
comment on column clock_session.is_clock_in_reported is 'the time is the device''s, and not when the server heard of it';
comment on column clock_session.is_clock_out_reported is 'likewise';
