// A suspended company is not there for anybody outside of it. Whoever had its address is told so, and not why: that is
// between the company and the founders.

/** What is said in place of a suspended company. */
export const COMPANY_SUSPENDED = 'This company is not on Rigwright at the moment.'
