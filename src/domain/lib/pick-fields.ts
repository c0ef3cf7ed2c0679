/** These fields of an object, and no others. */
export const pickFields = <From, Field extends keyof From & string>(
  from: From,
  fields: readonly Field[],
): Pick<From, Field> => Object.fromEntries(fields.map(field => [field, from[field]])) as Pick<From, Field>

/** These fields as text: empty where there is none. */
export const textsOf = <Field extends string>(
  fields: readonly Field[],
  from: { readonly [Name in Field]?: string | null } | null,
): Record<Field, string> =>
  Object.fromEntries(fields.map(field => [field, from?.[field] ?? ''])) as Record<Field, string>
