-- Photos that a phone could not send and that were handed to the desk. The image files are in the file store with those
-- of the ticket, so that a photo which the desk adds to the ticket is not moved.
alter table hand_over
  add column photo_id uuid,
  add column photo_moment text,
  add column photo_width integer,
  add column photo_height integer;
alter table hand_over add constraint hand_over_photo check (
  photo_id is null or (
    photo_moment is not null and photo_moment in ('before', 'after', '')
    and photo_width is not null and photo_width > 0 and photo_height is not null and photo_height > 0));
comment on column hand_over.photo_id is 'until the desk has added it to the ticket or dismissed it';
create index hand_over_of_ticket on hand_over (company_id, ticket_id) where photo_id is not null;
grant update (photo_id) on hand_over to rigwright_app;
