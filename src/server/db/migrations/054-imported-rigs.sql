-- What a spreadsheet says about an imported customer's rig: a rig without a correct VIN does not go on file.
alter table imported_customer
  add column year text not null default '',
  add column make text not null default '',
  add column model text not null default '',
  add column axle_amount text not null default '';
