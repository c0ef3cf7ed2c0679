// A suspended company is hidden from outsiders. Its page says so, and not why: that is between the company and the
// founders.

/** Shown instead of a suspended company. */
export const COMPANY_SUSPENDED = 'This company is not on Rigwright at the moment.'
