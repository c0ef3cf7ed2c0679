const format = new Intl.DateTimeFormat('en-US', {
  ...{ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' },
})

/** `Mon, Nov 24` for `2026-11-24`: a day of the company's calendar, whatever the browser's zone. */
export const printDay = (date: string): string => format.format(new Date(`${date}T00:00:00Z`))
