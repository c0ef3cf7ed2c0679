-- What a technician's name rests on, if they entered it. No foreign key: on a cluster a new table is not with the
-- employees until its operator distributes it.
create table qualification (
  company_id uuid not null,
  employee_id uuid not null,
  since_year smallint check (since_year between 1950 and 2999),
  certificates text not null,
  primary key (company_id, employee_id)
);
comment on column qualification.since_year is 'since when they have worked on RVs; null if they do not say';
comment on column qualification.certificates is 'with their numbers, one in a line';
select declare_company_table('qualification', app => 'select, insert, update, delete');
