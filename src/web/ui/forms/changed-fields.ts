/** Of what a form sends, the fields that were changed in it: others may have changed the rest meanwhile. */
export const changedFields = <Input extends object>(
  form: { readonly isDirty: (field: string) => boolean },
  input: Input,
): Partial<Input> =>
  Object.fromEntries(Object.entries(input).filter(([field]) => form.isDirty(field))) as Partial<Input>
