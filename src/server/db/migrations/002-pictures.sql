-- Photos of a job line. The pictures themselves lie in the file store, under their ids.
create table photo (
  company_id uuid not null,
  ticket_id integer not null,
  job_number integer not null,
  photo_id uuid not null,
  moment text not null check (moment in ('before', 'after', '')),
  position integer not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  added_at timestamptz not null,
  added_by text not null,
  added_by_name text not null,
  primary key (company_id, ticket_id, photo_id),
  foreign key (company_id, ticket_id, job_number) references job
);
comment on column photo.width is 'pixels of the large variant';
create index photo_job on photo (company_id, ticket_id, job_number, position);

alter table photo enable row level security;
alter table photo force row level security;
create policy own_company on photo to rigwright_app
  using (company_id = app_company()) with check (company_id = app_company());
grant select, insert, delete on photo to rigwright_app;
