// What a ticket's page says of a part that was taken from stock; the bay loads nothing else of it.

/** Where a part of a ticket was taken from. */
export type StockSource = { readonly stockItemId: string; readonly place: string }

/** What a ticket's page says of a part that was taken from stock. */
export const stockLabel = ({ place }: Pick<StockSource, 'place'>): string =>
  place === '' ? 'From stock' : `From stock, ${place}`
