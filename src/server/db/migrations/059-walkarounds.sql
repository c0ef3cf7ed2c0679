-- What an RV was like when it came in, before the shop touched it.
create table walkaround (
  company_id uuid not null,
  ticket_id integer not null,
  propane text check (propane in ('empty', 'quarter', 'half', 'three-quarters', 'full')),
  battery_volts numeric(4, 1) check (battery_volts between 0 and 100),
  damage text[] not null,
  recorded_at timestamptz not null,
  recorded_by text not null,
  recorded_by_name text not null,
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references ticket
);
comment on column walkaround.battery_volts is 'of the house batteries';
comment on column walkaround.damage is 'what was broken or worn before, each a line of text';
comment on column walkaround.recorded_at is 'when it was entered or changed last';
select declare_company_table('walkaround', app => 'select, insert, update');

alter table company_preference add column records_walkarounds boolean not null default false;
comment on column company_preference.records_walkarounds is 'whether it records what RVs are like when they come in';
comment on column signature.job_lines is
  'the job lines that were signed, as they were, at drop-off with the condition if there was a walkaround; empty at pickup';
