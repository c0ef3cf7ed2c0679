-- The specification keeps one technician for each day of a ticket. Whom that one replaced on the same day may have done
-- the work, and then the work history names them.
alter table assignment add column replaced uuid[] not null default '{}';
comment on column assignment.replaced is 'who else was assigned on that day before';
