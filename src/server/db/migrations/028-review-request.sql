alter table company_preference add column asks_for_reviews boolean not null default false;
comment on column company_preference.asks_for_reviews is
  'whether customers are asked once by email, the day after Complete, to review the visit';

-- Customers who are yet to be asked for a review. A row is added by Complete alone, so an imported visit never has one,
-- and deleted in the transaction that queues the email.
create table review_request (
  company_id uuid not null,
  -- No foreign key: on a cluster a new table is not with the tickets until its operator distributes it.
  ticket_id integer not null,
  due_at timestamptz not null,
  primary key (company_id, ticket_id)
);
create index review_request_due on review_request (due_at);
select declare_company_table(
  'review_request',
  app => 'select, insert, update (due_at), delete',
  definer => 'select'
);

-- Tickets whose customers are to be asked by then. The server asks for its emails; no request may.
create function due_review_requests(as_of timestamptz, among uuid[])
  returns table (company_id uuid, ticket_id integer, time_zone text)
  language plpgsql stable security definer set search_path from current
  as $$
  #variable_conflict use_column
  begin
    return query
      select r.company_id, r.ticket_id, c.time_zone
      from review_request r join company c on c.company_id = r.company_id
      where r.due_at <= as_of and c.suspended_at is null and (among is null or r.company_id = any(among));
  end $$;

select declare_definer_functions();
