-- A ticket may have several invoices: those of chosen job lines while it is open, and one of what is left.
alter table invoice add column is_partial boolean not null default false;
comment on column invoice.is_partial is 'whether it has only chosen job lines of a ticket that was open';
