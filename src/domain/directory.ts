// The public list of companies. It is read a page at a time, by people and by search engines alike; the
// page that is sent along with Home and the page that Home would ask for are the same one.

/** How many companies the list shows at a time. */
export const COMPANIES_AT_ONCE = 60
