type JsonPath = readonly (string | number)[]

/** An answer as it goes out. The typed face also says where in its JSON a text is a moment. */
export type RawJson = { readonly json: string; readonly datePaths: () => readonly JsonPath[] }
