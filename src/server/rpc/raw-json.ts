type Path = readonly (string | number)[]

/** An answer as it goes out. The typed face also says where in its JSON a text is a moment. */
export type Written = { readonly json: string; readonly moments: () => readonly Path[] }
