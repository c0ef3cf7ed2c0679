-- A network that gives too many wrong answers to a link's question within an hour has to wait, which the desk sees and
-- ends. Its tries are counted under the number of unlocks.
alter table ticket_link add column locked_until timestamptz, add column unlocks integer not null default 0;
