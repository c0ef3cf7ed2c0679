-- A photo of a component's plate, with the entry that brought it; read by the company that entered it alone.
alter table component_entry add column plate_photo uuid;
comment on column component_entry.plate_photo is 'an image of its plate; null without one';

-- What a company entered on a visit goes with all that it has to its corrected VIN.
create or replace function move_component_entries(old_vin text, new_vin text, of_company uuid, of_ticket integer) returns void
  language plpgsql security definer set search_path from current
  as $$
  declare entry component_entry;
  begin
    for entry in select * from component_entry e
      where e.vin = old_vin and e.company_id = of_company and e.ticket_id = of_ticket
    loop
      entry.vin := new_vin;
      insert into component_entry values (entry.*);
    end loop;
    delete from component_entry e where e.vin = old_vin and e.company_id = of_company and e.ticket_id = of_ticket;
  end $$;

select declare_definer_functions();
