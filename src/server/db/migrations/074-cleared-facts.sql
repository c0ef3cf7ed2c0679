-- A correction that leaves a serial number, a day or the end of a warranty empty adds an entry of what is no longer so.
alter table component_entry drop constraint component_entry_how_check;
alter table component_entry add constraint component_entry_how_check
  check (how in ('entered', 'corrected', 'cleared', 'removed'));
alter table owner_component_entry drop constraint owner_component_entry_how_check;
alter table owner_component_entry add constraint owner_component_entry_how_check
  check (how in ('entered', 'corrected', 'cleared', 'removed'));
