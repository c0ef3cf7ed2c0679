-- A photo of a component's plate, with the entry that brought it; read by the company that entered it alone.
alter table component_entry add column plate_photo uuid;
comment on column component_entry.plate_photo is 'an image of its plate; null without one';
