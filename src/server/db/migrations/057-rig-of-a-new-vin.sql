-- A ticket's rig under its new VIN, as it is on file; the one under the old VIN leaves the pool if nothing needs it. One
-- role does and reads all that a new VIN changes: on a cluster no other reads in a transaction what one wrote.
create function replace_rig(
    old_vin text, new_vin text, new_make text, new_model text, new_year text, new_axles text, as_of timestamptz)
  returns table (make text, model text, year text, rv_image text)
  language plpgsql security definer set search_path from current set enable_seqscan = off
  as $$
  #variable_conflict use_column
  declare
    own uuid := app_company();
    needed text[];
  begin
    needed := array(select t.vin from ticket t where t.vin = old_vin and t.company_id <> own limit 1);
    needed := needed || array(select b.vin from booking b where b.vin = old_vin and b.company_id <> own limit 1);
    needed := needed || array(select h.vin from work_history h where h.vin = old_vin limit 1);
    needed := needed || array(select c.vin from rig_claim c where c.vin = old_vin limit 1);
    delete from rig r
      where r.vin = old_vin and r.vin <> all(needed) and not r.assigned and r.rv_image is null
        and r.customer_uuid = own;
    if new_vin is not null and own is not null then
      insert into rig (vin, make, model, year, axle_amount, customer_uuid, assigned, added_at)
        values (new_vin, new_make, new_model, new_year, new_axles, own, false, as_of)
        on conflict do nothing;
    end if;
    return query select r.make, r.model, r.year, r.rv_image from rig r where r.vin = new_vin;
  end $$;

-- What a company entered on a visit goes with all that it has to its corrected VIN.
create or replace function move_component_entries(old_vin text, new_vin text, of_company uuid, of_ticket integer)
  returns void
  language plpgsql security definer set search_path from current
  as $$
  declare entry component_entry;
  begin
    for entry in select * from component_entry e
      where e.vin = old_vin and e.company_id = of_company and e.ticket_id = of_ticket
    loop
      insert into component_entry (vin, entry_id, company_id, component_id, how, kind, name, place, maker, model, serial,
                                   model_year, day, warranty_until, replaces, ticket_id, entered_at, entered_by,
                                   entered_by_name, plate_photo)
        values (new_vin, entry.entry_id, entry.company_id, entry.component_id, entry.how, entry.kind, entry.name,
                entry.place, entry.maker, entry.model, entry.serial, entry.model_year, entry.day, entry.warranty_until,
                entry.replaces, entry.ticket_id, entry.entered_at, entry.entered_by, entry.entered_by_name,
                entry.plate_photo);
    end loop;
    delete from component_entry e where e.vin = old_vin and e.company_id = of_company and e.ticket_id = of_ticket;
  end $$;

create function move_own_component_entries(old_vin text, new_vin text, of_ticket integer)
  returns table (component_id uuid)
  language plpgsql security definer set search_path from current
  as $$
  #variable_conflict use_column
  declare own uuid := app_company();
  begin
    perform move_component_entries(old_vin, new_vin, own, of_ticket);
    return query
      select distinct e.component_id from component_entry e
      where e.vin = new_vin and e.company_id = own and e.ticket_id = of_ticket and e.how <> 'removed';
  end $$;

select declare_definer_functions();
grant execute on function replace_rig, move_own_component_entries to rigwright_app;
