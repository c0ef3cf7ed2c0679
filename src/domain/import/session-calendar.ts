// A person runs one clock at a time, so that no two sessions of a technician overlap: the database refuses them.

type Span = { readonly from: number; readonly until: number }

export class SessionCalendar {
  readonly #spans = new Map<string, Span[]>()

  /** Adds the technician's session, and says whether it fits between the others. `end` is null while it runs. */
  add(technicianId: string, start: Date, end: Date | null): boolean {
    const spans = this.#spans.get(technicianId) ?? []
    const from = start.getTime()
    const until = end?.getTime() ?? Number.POSITIVE_INFINITY
    if (until === from) return true
    let low = 0
    let high = spans.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((spans[middle] as Span).from < from) low = middle + 1
      else high = middle
    }
    const before = spans[low - 1]
    const after = spans[low]
    if ((before !== undefined && before.until > from) || (after !== undefined && after.from < until))
      return false
    spans.splice(low, 0, { from, until })
    this.#spans.set(technicianId, spans)
    return true
  }
}
