-- Search text by one rule, that of normalizeText in src/domain/lib/search-terms.ts: companies are also found by their phone,
-- imported customers by whatever is typed of them, and tickets by it too. Built-in functions only: a cluster has
-- those on every machine.
do $$
declare
  omitted constant text := U&'''"`\00B4\00AB\00BB\2018\2019\201A\201B\201C\201D\201E\201F\2032\2033\2034\2035\2036\2037\2039'
      '\203A\02B9\02BA\02BB\02BC\02BD\02C8\FF07\FF02\00AD\200B\200C\200D\200E\200F\202A\202B\202C\202D'
      '\202E\2060\2061\2062\2063\2064\2066\2067\2068\2069\FEFF';
  dashes constant text := U&'\2010\2011\2012\2013\2014\2015\2043\2212\FE58\FE63\FF0D';
  spaces constant text := U&'\0009\000A\000B\000C\000D\0085\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A'
      '\2028\2029\202F\205F\3000';
  letters constant text := $rule$ translate(lower(regexp_replace(normalize(translate(%1$s, %2$L, ''), NFKD),
    U&'[\0300-\036F\1AB0-\1AFF\1DC0-\1DFF\20D0-\20FF\FE20-\FE2F]', '', 'g')), %3$L, %4$L) $rule$;
  numbers constant text := $rule$ regexp_replace(replace(replace(replace(replace(%1$s, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '(?<![0-9])(?:\+?1[ .-]{0,3})?\(?([0-9]{3})\)?[ .-]{0,3}([0-9]{3})[ .-]{0,3}([0-9]{4})(?![0-9])',
    '\1\2\3', 'g') $rule$;
  words constant text := $rule$ btrim(regexp_replace(translate(%1$s, '-.,;:()#*[]', '           '), ' +', ' ', 'g')) $rule$;
  digits constant text := $rule$ regexp_replace(regexp_replace(%1$s, '(x|ext\.?|extension) *[0-9]+ *$', '', 'i'), '[^0-9]', '', 'g') $rule$;
  normalized text;
begin
  normalized := format(letters, '%1$s', omitted, 'øđðłħŧıŋς' || dashes || spaces,
    'oddlhtinσ' || repeat('-', length(dashes)) || repeat(' ', length(spaces)));
  normalized := format(words, format(numbers, normalized));

  -- Beside the column that the previous version searches.
  execute format('alter table directory add column search_words text not null generated always as ('' '' || left(%s, 2000) || '' '') stored',
    format(normalized, format('(company_name || '' / '' || coalesce(company_address, '''') || '' / '' || %s)',
      format(digits, 'company_phone'))));

  execute format('alter table imported_customer add column search_text text not null generated always as ('' '' || %s || '' '') stored',
    format(normalized, format('(first_name || '' '' || last_name || '' / '' || %s || '' / '' || email)', format(digits, 'phone'))));

  alter table ticket_search add column customer text not null default '';
  alter table ticket_search no force row level security;
  alter table ticket no force row level security;
  execute format('update ticket_search s set text = '' '' || %s || '' '', customer = '' '' || %s || '' ''
      from ticket t where t.company_id = s.company_id and t.ticket_id = s.ticket_id',
    format(normalized, 's.text'),
    format(normalized, format('(t.first_name || '' '' || t.last_name || '' / '' || %s || '' / '' || t.email)', format(digits, 't.phone'))));
  alter table ticket force row level security;
  alter table ticket_search force row level security;
end $$;
create index directory_search_words on directory using gin (search_words gin_trgm_ops);
drop index imported_customer_first, imported_customer_last;
create index imported_customer_search on imported_customer using gin (company_id, search_text gin_trgm_ops);
create index ticket_search_customer on ticket_search using gin (company_id, customer gin_trgm_ops);
