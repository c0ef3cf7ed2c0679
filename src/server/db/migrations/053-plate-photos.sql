-- A photo of a component's plate, with the entry that brought it; read by the company that entered it alone.
alter table component_entry add column plate_photo uuid;
comment on column component_entry.plate_photo is 'an image of its plate; null without one';

-- With what a company entered on a visit, its photos go to the corrected VIN.
create or replace function move_component_entries(old_vin text, new_vin text, of_company uuid, of_ticket integer) returns void
  language plpgsql security definer set search_path from current
  as $$
  declare entry component_entry;
  begin
    for entry in select * from component_entry e
      where e.vin = old_vin and e.company_id = of_company and e.ticket_id = of_ticket
    loop
      insert into component_entry (vin, entry_id, company_id, component_id, how, kind, name, place, maker, model, serial,
                                   model_year, day, replaces, ticket_id, entered_at, entered_by, entered_by_name,
                                   plate_photo)
        values (new_vin, entry.entry_id, entry.company_id, entry.component_id, entry.how, entry.kind, entry.name,
                entry.place, entry.maker, entry.model, entry.serial, entry.model_year, entry.day, entry.replaces,
                entry.ticket_id, entry.entered_at, entry.entered_by, entry.entered_by_name, entry.plate_photo);
    end loop;
    delete from component_entry e where e.vin = old_vin and e.company_id = of_company and e.ticket_id = of_ticket;
  end $$;

select declare_definer_functions();
