-- A deposit that the shop asks for together with an approval.
alter table approval_request add column deposit bigint check (deposit > 0);
comment on column approval_request.deposit is
  'cents asked for with it; the latest of a ticket counts while one of its lines is neither withdrawn nor declined';
