-- Photos that arrive in pieces, until they are whole: on a poor line a phone sends one little by little. Each belongs to
-- the account that sends it, under the idempotency key of the photo.
create table photo_upload (
  company_id uuid not null references company,
  account_id uuid not null,
  upload_key uuid not null,
  ticket_id integer not null,
  job_number integer not null,
  moment text not null,
  size integer not null check (size > 0),
  received integer not null check (received between 0 and size),
  at timestamptz not null,
  primary key (company_id, account_id, upload_key)
);
comment on column photo_upload.size is 'bytes of the whole photo';
comment on column photo_upload.received is 'bytes that have arrived';
comment on column photo_upload.at is 'when the last piece arrived';
create index photo_upload_at on photo_upload (at);

create table photo_piece (
  company_id uuid not null,
  account_id uuid not null,
  upload_key uuid not null,
  start_byte integer not null,
  content bytea not null,
  primary key (company_id, account_id, upload_key, start_byte),
  foreign key (company_id, account_id, upload_key) references photo_upload on delete cascade
);
-- An image is compressed already.
alter table photo_piece alter column content set storage external;

do $$
declare name text;
begin
  foreach name in array array['photo_upload', 'photo_piece']
  loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_company on %I to rigwright_app
      using (company_id = app_company()) with check (company_id = app_company())', name);
    execute format('create policy backup on %I for select to rigwright_backup using (true)', name);
  end loop;
end $$;
grant select, insert, update, delete on photo_upload to rigwright_app;
grant select, insert, delete on photo_piece to rigwright_app;

create policy definer_select on photo_upload for select to rigwright_definer using (true);
create policy definer_delete on photo_upload for delete to rigwright_definer using (true);
grant select (at), delete on photo_upload to rigwright_definer;

-- Deletes those of which nothing has arrived since, with their pieces.
create function delete_abandoned_photo_uploads(before timestamptz) returns void
  language plpgsql security definer set search_path from current
  as $$
  begin
    delete from photo_upload where at < before;
  end $$;

do $$
begin
  execute format('grant create on schema %I to rigwright_definer', current_schema());
end $$;
alter function delete_abandoned_photo_uploads owner to rigwright_definer;
do $$
begin
  execute format('revoke create on schema %I from rigwright_definer', current_schema());
end $$;
revoke all on function delete_abandoned_photo_uploads from public;
grant execute on function delete_abandoned_photo_uploads to rigwright_app;
