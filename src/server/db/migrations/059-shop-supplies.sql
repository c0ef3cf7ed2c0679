-- A company's own rule for shop supplies. Null everywhere is 10 % of the parts.
alter table billing_setting add column shop_supplies jsonb;
comment on column billing_setting.shop_supplies is
  'percentage in ten-thousandths of a percent, and cap for a ticket in cents or null';
alter table ticket add column supplies_rule jsonb;
comment on column ticket.supplies_rule is 'the company''s shop_supplies, copied at finalize';
