-- The desk says who approved or declined a job line by phone, and at which number; both are the customer's.
alter table approval_line add column phone text;
comment on column approval_line.phone is 'at which number an answer by phone was given; null for one by link, and if it was not noted';
comment on column approval_line.typed_name is 'who answered: as the customer typed it on the link, or as the desk noted it of a call';

-- A customer may change their answer until work has begun after it. What the line's correction said then is no such work.
alter table approval_line add column correction text;
comment on column approval_line.correction is 'the line''s correction at the answer or, later, at Approve Ticket; null if unknown';

-- The activity says who answered by phone; erasing a customer removes it there too.
grant update (detail) on change_log to rigwright_eraser;
