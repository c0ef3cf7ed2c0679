-- The addresses that a company has written before, found by how they start. The comparisons of text
-- are leakproof, so they reach the index through row-level security; LIKE and lower() are not, so
-- the lowered text is a column.
alter table ticket add column address_key text collate "C" generated always as (lower(address)) stored;
create index ticket_address on ticket (company_id, address_key) where address_key <> '';
