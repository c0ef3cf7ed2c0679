-- A card is read far more often than it is written, and always whole. As json it is kept as the text that goes out;
-- as jsonb it had to be put together anew for each reader, which was nearly half of what a board cost.
alter table ticket alter column card type json using card::json;
