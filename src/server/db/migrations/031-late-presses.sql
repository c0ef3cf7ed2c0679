-- A press of Clock In or Clock Out counts when it was made, also if it had to wait for a signal.
alter table clock_session add column is_late boolean not null default false;
comment on column clock_session.is_late is 'a press arrived so late that the desk checks the times';
