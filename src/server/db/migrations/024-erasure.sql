-- Those of these customer records that no account and no ticket of another company has. Asked before anything of the
-- company is locked or changed, like the next one.
create function unshared_customers(customers uuid[]) returns setof uuid
  language plpgsql stable security definer set search_path from current
  as $$
  declare
    -- Two queries, because a cluster keeps accounts and tickets by different keys.
    own uuid[] := array(select u.id from auth_user u where u.id = any(customers));
    shared uuid[] := array(select t.customer_uuid from ticket t
                           where t.customer_uuid = any(customers) and t.company_id is distinct from app_company());
  begin
    return query select c.id from unnest(customers) as c (id) where c.id <> all(own || shared);
  end $$;

-- Those of these VINs with no claim and with no ticket or booking of another company.
create function unshared_rigs(vins text[]) returns setof text
  language plpgsql stable security definer set search_path from current
  as $$
  declare
    own uuid := app_company();
    shared text[] := array(select t.vin from ticket t where t.vin = any(vins) and t.company_id is distinct from own)
      || array(select b.vin from booking b where b.vin = any(vins) and b.company_id is distinct from own)
      || array(select c.vin from rig_claim c where c.vin = any(vins));
  begin
    return query select r.vin from unnest(vins) as r (vin) where r.vin <> all(shared);
  end $$;

-- Those of these tickets of the company about which an RV owner has written.
create function tickets_of_owners(tickets integer[]) returns setof integer
  language plpgsql stable security definer set search_path from current
  as $$
  declare own uuid := app_company();
  begin
    return query select n.ticket_id from rig_note n where n.company_uuid = own and n.ticket_id = any(tickets);
    return query select c.from_ticket from rig_claim c where c.from_company = own and c.from_ticket = any(tickets);
  end $$;

-- Which of these customer records are those of a customer; those that are `unshared` are deleted. `customer_email` is
-- in lower case.
create function delete_customer_records(
    customers uuid[], unshared uuid[], customer_email text, customer_phone text)
  returns setof uuid
  language plpgsql security definer set search_path from current
  as $$
  declare
    records uuid[] := array(select c.customer_uuid from customer c
                            where c.customer_uuid = any(customers)
                              and (c.email <> '' and lower(c.email) = customer_email
                                   or c.email = '' and c.phone <> '' and c.phone = customer_phone));
  begin
    delete from customer c where c.customer_uuid = any(records) and c.customer_uuid = any(unshared);
    return query select unnest(records);
  end $$;

-- Deletes entries that the company imported, of these tickets, and then those of these rigs that nobody needs.
-- Returns the rigs that it deleted.
create function delete_imported_history(tickets integer[], vins text[]) returns setof text
  language plpgsql security definer set search_path from current
  as $$
  declare
    own uuid := app_company();
    needed text[];
  begin
    delete from work_history h where h.company_id = own and h.ticket_id = any(tickets) and h.imported_at is not null;
    needed := array(select h.vin from work_history h where h.vin = any(vins))
      || array(select c.vin from rig_claim c where c.vin = any(vins));
    return query
      delete from rig r
      where r.vin = any(vins) and r.vin <> all(needed) and not r.assigned and r.rv_image is null and r.customer_uuid = own
      returning r.vin;
  end $$;

-- Of people who share an email, those emails of the company are deleted that greet a forgotten one. A function, because
-- no role of requests reads what an email says: it may hold a link that opens an account. Returns the emails' ids.
create function delete_greeting_emails(of_recipient text, greetings text[]) returns setof uuid
  language plpgsql security definer set search_path from current
  as $$
  declare own uuid := app_company();
  begin
    return query
      delete from email_outbox o
      where o.company_id = own and lower(o.recipient) = of_recipient
        and exists (select from unnest(greetings) as g (words) where starts_with(o.text, g.words))
      returning o.email_id;
  end $$;

grant execute on function
  unshared_customers, unshared_rigs, tickets_of_owners, delete_customer_records, delete_imported_history,
  delete_greeting_emails
  to rigwright_eraser;
