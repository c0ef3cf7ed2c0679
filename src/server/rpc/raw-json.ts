type JsonPath = readonly (string | number)[]

/** A response as sent. RPC also marks the positions of dates in its JSON. */
export type RawJson = { readonly json: string; readonly datePaths: () => readonly JsonPath[] }
