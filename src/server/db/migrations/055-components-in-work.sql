-- A job line may be on a component of its RV. Parts that fitted the same maker and model before are found by it.
alter table job add column component_id uuid;
alter table job add column component_model text;
alter table job add column component_at timestamptz;
alter table job add constraint job_component check (num_nulls(component_id, component_model, component_at) in (0, 3));
comment on column job.component_id is 'of component_entry; null if the line is on no component';
comment on column job.component_model is
  'its maker and model, letters and digits alone, by which lines on the same model are found; empty without a model';
comment on column job.component_at is 'when the line was put on it';
create index job_component_model on job (company_id, component_model, component_at desc)
  where component_id is not null;

-- When the maker's warranty ends, as somebody entered it.
alter table component_entry add column warranty_until date;
comment on column component_entry.warranty_until is 'the last day of the maker''s warranty; null if unknown';
