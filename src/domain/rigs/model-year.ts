const FIRST_MODEL_YEAR = 1900

/**
 * Why a typed year, four digits, cannot be a rig's at the time `now`; null if it can. Next year's models are sold this
 * year. No year passes: whether one is required depends on the VIN.
 */
export function modelYearError(year: string, now: Date): string | null {
  const latest = now.getUTCFullYear() + 1
  const isYear = /^\d{4}$/.test(year) && Number(year) >= FIRST_MODEL_YEAR && Number(year) <= latest
  return year === '' || isYear ? null : `Enter a year from ${FIRST_MODEL_YEAR} to ${latest}.`
}
