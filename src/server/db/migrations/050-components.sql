-- What an RV is made of, under its VIN: who entered or read what, when and on which ticket. An entry is never changed: a
-- correction, a replacement and a removal are entries of their own.
create table component_entry (
  vin text not null,
  entry_id uuid not null,
  company_id uuid not null,
  component_id uuid not null,
  how text not null check (how in ('entered', 'corrected', 'removed')),
  kind text not null,
  name text not null,
  place text not null,
  maker text not null,
  model text not null,
  serial text not null,
  model_year text not null,
  day date,
  replaces uuid,
  ticket_id integer not null,
  entered_at timestamptz not null,
  entered_by text not null,
  entered_by_name text not null,
  primary key (vin, entry_id)
);
comment on column component_entry.company_id is 'that entered it; its serial number is read by no other';
comment on column component_entry.name is 'of a component that is none of the usual kinds; empty otherwise';
comment on column component_entry.day is 'when it was installed or removed, on the company''s calendar; null if unknown';
comment on column component_entry.replaces is 'the component in whose place it came';
create index component_entry_model on component_entry (company_id, lower(maker), lower(model));
create index component_entry_serial on component_entry (company_id, upper(replace(serial, ' ', '')))
  where serial <> '';
select declare_company_table(
  'component_entry',
  app => 'select, insert, delete',
  definer => 'select, insert, delete',
  eraser => 'delete'
);

-- What is on record of a rig's components, oldest first: what the company entered on these tickets, and, of a rig that all
-- companies share, what others did. Serial numbers, who entered them and on which ticket are each company's own.
create function components_of_rig(rig_vin text, own_tickets integer[], max_entries integer)
  returns table (entry_id uuid, component_id uuid, how text, kind text, name text, place text, maker text, model text,
                 serial text, model_year text, day date, replaces uuid, ticket_id integer, entered_at timestamptz,
                 entered_by_name text)
  language plpgsql stable security definer set search_path from current set enable_seqscan = off
  as $$
  #variable_conflict use_column
  declare
    own uuid := app_company();
    sees_others boolean := false;
  begin
    if rig_vin ~ '^[A-HJ-NPR-Z0-9]{17}$'
      and (select count(distinct c.sign) from regexp_split_to_table(rig_vin, '') as c (sign)) >= 5 then
      perform from ticket t where t.company_id = own and t.vin = rig_vin limit 1;
      sees_others := found;
    end if;
    return query
      select e.entry_id, e.component_id, e.how, e.kind, e.name, e.place, e.maker, e.model,
             case when e.company_id = own then e.serial end, e.model_year, e.day, e.replaces,
             case when e.company_id = own then e.ticket_id end, e.entered_at,
             case when e.company_id = own then e.entered_by_name end
      from component_entry e
      where e.vin = rig_vin
        and (sees_others or (e.company_id = own and e.ticket_id = any(own_tickets)))
      order by e.entered_at, e.entry_id
      limit max_entries;
  end $$;

-- What a company entered on a visit goes with it to its corrected VIN: on a cluster a row cannot change its machine, so it
-- is written anew.
create function move_component_entries(old_vin text, new_vin text, of_company uuid, of_ticket integer) returns void
  language plpgsql security definer set search_path from current
  as $$
  declare entry component_entry;
  begin
    for entry in select * from component_entry e
      where e.vin = old_vin and e.company_id = of_company and e.ticket_id = of_ticket
    loop
      insert into component_entry (vin, entry_id, company_id, component_id, how, kind, name, place, maker, model, serial,
                                   model_year, day, replaces, ticket_id, entered_at, entered_by, entered_by_name)
        values (new_vin, entry.entry_id, entry.company_id, entry.component_id, entry.how, entry.kind, entry.name,
                entry.place, entry.maker, entry.model, entry.serial, entry.model_year, entry.day, entry.replaces,
                entry.ticket_id, entry.entered_at, entry.entered_by, entry.entered_by_name);
    end loop;
    delete from component_entry e where e.vin = old_vin and e.company_id = of_company and e.ticket_id = of_ticket;
  end $$;

-- With a visit's corrected VIN goes what owners wrote on it, and what its company entered of the rig's components.
create or replace function move_rig_notes(old_vin text, new_vin text, of_company uuid, of_ticket integer) returns void
  language plpgsql security definer set search_path from current
  as $$
  declare note rig_note;
  begin
    for note in select * from rig_note n
      where n.vin = old_vin and n.company_uuid = of_company and n.ticket_id = of_ticket
    loop
      insert into rig_note (vin, company_uuid, ticket_id, claim_id, kind, account_id, words, written_at)
        values (new_vin, note.company_uuid, note.ticket_id, note.claim_id, note.kind, note.account_id, note.words,
                note.written_at);
    end loop;
    delete from rig_note n where n.vin = old_vin and n.company_uuid = of_company and n.ticket_id = of_ticket;
    perform move_component_entries(old_vin, new_vin, of_company, of_ticket);
  end $$;

alter table company_preference add column lists_components boolean not null default false;
comment on column company_preference.lists_components is 'whether it keeps a list of what each RV is made of';

select declare_definer_functions();
grant execute on function components_of_rig to rigwright_app;
