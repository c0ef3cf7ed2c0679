-- What of a ticket another business does. It is charged as a part, and takes no shop supplies.
alter table part add column sublet jsonb;
comment on column part.sublet is 'supplier, reference, cost in cents or null, expectedOn or null; null for the shop''s own';
