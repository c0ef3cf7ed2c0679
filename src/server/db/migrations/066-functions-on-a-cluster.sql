-- As in 053, but for what is computed before the query: a cluster computes nothing in a CASE of an update that is not
-- immutable.
create or replace function erase_customer_of_ticket(of_ticket integer, customers text[], former_name text, as_of timestamptz)
  returns void
  language plpgsql security definer set search_path from current
  as $$
  declare
    of_company uuid := app_company();
    subscriptions uuid[] := array(select s.subscription_id from push_subscription s
                                  where s.company_id = of_company and s.ticket_id = of_ticket);
    -- In a sentence the name of a visitor is not shortened to the first word.
    former_card jsonb := jsonb_build_object('firstName', former_name, 'lastName', '');
    of_ticket_id jsonb := jsonb_build_object('id', of_ticket);
  begin
    update ticket_message m
      set text = 'Removed', author_name = former_name, read_at = coalesce(m.read_at, as_of)
      where m.company_id = of_company and m.ticket_id = of_ticket and m.by = 'customer';
    update photo p set added_by_name = former_name
      where p.company_id = of_company and p.ticket_id = of_ticket and p.added_by = any(customers);
    update change_log l
      set card = case when l.card ? 'firstName' then l.card || former_card else l.card end,
          actor = case when l.actor = any(customers) then 'public' else l.actor end,
          actor_name = case when l.actor = any(customers) then former_name else l.actor_name end
      where l.company_id = of_company and l.kind = 'ticket' and l.id = of_ticket::text;
    delete from push_outbox o where o.subscription_id = any(subscriptions);
    delete from idempotency_key k
      where k.company_id = of_company and jsonb_path_exists(k.response, '$.**.ticketId ? (@ == $id)', of_ticket_id);
  end $$;
