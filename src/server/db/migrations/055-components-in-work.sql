-- A job line may be on a component of its RV. Parts that fitted the same maker and model before are found by it.
alter table job add column component_id uuid;
alter table job add column component_model text;
alter table job add column component_at timestamptz;
alter table job add constraint job_component check (num_nulls(component_id, component_model, component_at) in (0, 3));
comment on column job.component_id is 'of component_entry; null if the line is on no component';
comment on column job.component_model is
  'its maker and model in lower case without spaces, by which lines on the same model are found; empty without a model';
comment on column job.component_at is 'when the line was put on it';
create index job_component_model on job (company_id, component_model, component_at desc)
  where component_id is not null;

-- When the maker's warranty ends, as somebody entered it.
alter table component_entry add column warranty_until date;
comment on column component_entry.warranty_until is 'the last day of the maker''s warranty; null if unknown';

-- What a company entered on a visit goes with it to its corrected VIN, with the warranty's end.
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
                                   entered_by_name)
        values (new_vin, entry.entry_id, entry.company_id, entry.component_id, entry.how, entry.kind, entry.name,
                entry.place, entry.maker, entry.model, entry.serial, entry.model_year, entry.day, entry.warranty_until,
                entry.replaces, entry.ticket_id, entry.entered_at, entry.entered_by, entry.entered_by_name);
    end loop;
    delete from component_entry e where e.vin = old_vin and e.company_id = of_company and e.ticket_id = of_ticket;
  end $$;
