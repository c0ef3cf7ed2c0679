/** These fields of an object, and no others. */
export const pickFields = <From, Field extends keyof From & string>(
  from: From,
  fields: readonly Field[],
): Pick<From, Field> => Object.fromEntries(fields.map(field => [field, from[field]])) as Pick<From, Field>
