-- Undoing an answer by phone leads back to what was before it: the hours, and the request if it was open.
alter table approval_line add column before_answer jsonb;
comment on column approval_line.before_answer is 'the line''s hours, and whether the customer was asked, before an answer by phone; null for one by link';
comment on column approval_line.correction is 'the line''s correction at the answer or, later, at Approve Ticket; null if unknown, or if another one stood at Ask Approval: then work has begun';
