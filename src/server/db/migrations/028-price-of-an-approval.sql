-- A line whose price rises by more than the company's tolerance needs a new answer, and a customer who answers by link
-- types their name.
alter table company add approval_tolerance smallint not null default 10 check (approval_tolerance between 0 and 100);
comment on column company.approval_tolerance is 'percent above the approved price of a line that need no new answer';
alter table approval_line add typed_name text;
comment on column approval_line.typed_name is 'as the customer typed it on the link; null for an answer by phone';
