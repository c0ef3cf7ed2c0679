-- A company removes who a customer of its own was. What requests may not change otherwise is changed here, of the
-- company at work alone.
grant update (text, author_name, read_at) on ticket_message to rigwright_definer;
create policy definer_erase on ticket_message for update to rigwright_definer
  using (company_id = app_company()) with check (company_id = app_company());
grant update (added_by_name) on photo to rigwright_definer;
create policy definer_erase on photo for update to rigwright_definer
  using (company_id = app_company()) with check (company_id = app_company());
grant select, update (card, actor, actor_name) on change_log to rigwright_definer;
create policy definer_erase on change_log to rigwright_definer
  using (company_id = app_company()) with check (company_id = app_company());
grant select, update (rows) on import_chunk to rigwright_definer;
create policy definer_erase on import_chunk to rigwright_definer
  using (company_id = app_company()) with check (company_id = app_company());
grant select (company_id, recipient), delete on email_outbox to rigwright_definer;

-- Erases what a ticket's customer wrote, and their name beside what they did. `customers` are the actors that they
-- acted as.
create function erase_customer_of_ticket(of_ticket integer, customers text[], former_name text, as_of timestamptz)
  returns void
  language plpgsql security definer set search_path from current
  as $$
  declare
    of_company uuid := app_company();
    subscriptions uuid[] := array(select s.subscription_id from push_subscription s
                                  where s.company_id = of_company and s.ticket_id = of_ticket);
  begin
    update ticket_message m
      set text = 'Removed', author_name = former_name, read_at = coalesce(m.read_at, as_of)
      where m.company_id = of_company and m.ticket_id = of_ticket and m.by = 'customer';
    update photo p set added_by_name = former_name
      where p.company_id = of_company and p.ticket_id = of_ticket and p.added_by = any(customers);
    -- In a sentence the name of a visitor is not shortened to the first word.
    update change_log l
      set card = case when l.card ? 'firstName'
                      then l.card || jsonb_build_object('firstName', former_name, 'lastName', '') else l.card end,
          actor = case when l.actor = any(customers) then 'public' else l.actor end,
          actor_name = case when l.actor = any(customers) then former_name else l.actor_name end
      where l.company_id = of_company and l.kind = 'ticket' and l.id = of_ticket::text;
    delete from push_outbox o where o.subscription_id = any(subscriptions);
    delete from idempotency_key k
      where k.company_id = of_company
        and jsonb_path_exists(k.response, '$.**.ticketId ? (@ == $id)', jsonb_build_object('id', of_ticket));
  end $$;

-- Deletes what the company keeps of a customer besides tickets and bookings: emails that wait, rows of an import that
-- wait, stored responses, and the records made of these tickets, unless another company or the customer's own account
-- has them. `customer_email` is in lower case. Returns the ids of the records, deleted or not.
create function delete_customer_traces(customer_email text, customer_phone text, ticket_ids integer[])
  returns setof uuid
  language plpgsql security definer set search_path from current
  as $$
  declare
    of_company uuid := app_company();
    customer_digits text := right(regexp_replace(customer_phone, '\D', '', 'g'), 10);
    served uuid[] := array(select distinct t.customer_uuid from ticket t
                           where t.company_id = of_company and t.ticket_id = any(ticket_ids)
                             and t.customer_uuid is not null);
    records uuid[] := array(select c.customer_uuid from customer c
                            where c.customer_uuid = any(served)
                              and (c.email <> '' and lower(c.email) = customer_email
                                   or c.email = '' and c.phone <> '' and c.phone = customer_phone));
    -- Two queries, because a cluster keeps accounts and tickets by different keys.
    own uuid[] := array(select u.id from auth_user u where u.id = any(records));
    shared uuid[] := array(select t.customer_uuid from ticket t
                           where t.customer_uuid = any(records) and t.company_id <> of_company);
  begin
    delete from customer c where c.customer_uuid = any(records) and c.customer_uuid <> all(own || shared);
    -- Phone numbers wait as they were typed.
    update import_chunk i
      set rows = (select coalesce(jsonb_agg(row), '[]') from jsonb_array_elements(i.rows) row
                  where case when coalesce(row ->> 'email', '') <> '' then lower(row ->> 'email') <> customer_email
                             else customer_digits = '' or right(regexp_replace(coalesce(row ->> 'phone', ''), '\D', '', 'g'), 10)
                               <> customer_digits end)
      where i.company_id = of_company;
    if customer_email <> '' then
      delete from email_outbox o where o.company_id = of_company and lower(o.recipient) = customer_email;
      delete from idempotency_key k
        where k.company_id = of_company and position(customer_email in lower(k.response::text)) > 0;
    end if;
    return query select unnest(records);
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function erase_customer_of_ticket owner to rigwright_definer;
alter function delete_customer_traces owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function erase_customer_of_ticket, delete_customer_traces from public;
grant execute on function erase_customer_of_ticket, delete_customer_traces to rigwright_app;
