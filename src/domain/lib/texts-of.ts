/** These fields as text: empty where there is none. */
export const textsOf = <Field extends string>(
  fields: readonly Field[],
  from: { readonly [Name in Field]?: string | null | undefined } | null,
): Record<Field, string> =>
  Object.fromEntries(fields.map(field => [field, from?.[field] ?? ''])) as Record<Field, string>
