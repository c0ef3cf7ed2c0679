-- What takes a company's rows back (an undone import, an erased customer) runs as a role of its own from its first
-- statement. On a cluster, one role alone changes the rows of a company in a transaction, so the functions of 048, 052
-- and 053, which change them as another, remain for servers of the version before.
do $$
begin
  if not exists (select from pg_roles where rolname = 'rigwright_eraser') then
    -- As rigwright_app: on a cluster, machines call each other under both.
    execute 'create role rigwright_eraser '
      || (select case when r.rolcanlogin then 'login' else 'nologin' end from pg_roles r where r.rolname = 'rigwright_app');
  end if;
-- The role belongs to the whole server: another database may create it at the same moment.
exception when duplicate_object or unique_violation then null;
end $$;

-- It may do what every request may, with the same policies. Check first, as in 001.
do $$
begin
  if not pg_has_role('rigwright_eraser', 'rigwright_app', 'usage') then grant rigwright_app to rigwright_eraser; end if;
  if not pg_has_role(current_user, 'rigwright_eraser', 'usage') then grant rigwright_eraser to current_user; end if;
end $$;

-- Besides, of rows of its own company: the policy own_company of rigwright_app is its own too.
grant update (text, author_name) on ticket_message to rigwright_eraser;
grant update (added_by_name) on photo to rigwright_eraser;
grant update (card, actor, actor_name) on change_log to rigwright_eraser;
grant update (rows) on import_chunk to rigwright_eraser;
grant delete on ticket, assignment, ticket_search, idempotency_key to rigwright_eraser;
grant select (company_id, recipient), delete on email_outbox to rigwright_eraser;
grant select (company_id, subscription_id), delete on push_outbox to rigwright_eraser;

-- For tables in which a request sees the rows of its actor, or none.
do $$
declare name text;
begin
  foreach name in array array['idempotency_key', 'email_outbox', 'push_outbox']
  loop
    execute format('create policy eraser_select on %I for select to rigwright_eraser using (company_id = app_company())', name);
    execute format('create policy eraser_delete on %I for delete to rigwright_eraser using (company_id = app_company())', name);
  end loop;
end $$;

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

-- Which of these customer records are those of a customer; those that are `unshared` are deleted. `customer_email` is in
-- lower case.
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

-- Deletes entries that the company brought along, of these tickets, and then those of these rigs that nobody needs.
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

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function unshared_customers owner to rigwright_definer;
alter function unshared_rigs owner to rigwright_definer;
alter function tickets_of_owners owner to rigwright_definer;
alter function delete_customer_records owner to rigwright_definer;
alter function delete_imported_history owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function
  unshared_customers, unshared_rigs, tickets_of_owners, delete_customer_records, delete_imported_history
  from public;
grant execute on function
  unshared_customers, unshared_rigs, tickets_of_owners, delete_customer_records, delete_imported_history
  to rigwright_eraser;
