-- The bays of a shop by name, and which tickets are in them or planned for them. Without foreign keys: on a cluster a new
-- table is not with the tickets until its operator distributes it.
create table service_bay (
  company_id uuid not null,
  service_bay_id uuid not null,
  name text not null,
  added_at timestamptz not null,
  primary key (company_id, service_bay_id),
  unique (company_id, name)
);
comment on column service_bay.name is 'unique within a company, whatever the case';
select declare_company_table('service_bay', app => 'select, insert, update, delete');

create table ticket_service_bay (
  company_id uuid not null,
  ticket_id integer not null,
  service_bay_id uuid not null,
  primary key (company_id, ticket_id)
);
comment on table ticket_service_bay is 'ends with the ticket';
create index ticket_service_bay_bay on ticket_service_bay (company_id, service_bay_id);
select declare_company_table('ticket_service_bay', app => 'select, insert, update, delete');
