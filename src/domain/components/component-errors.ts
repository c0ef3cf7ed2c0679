import { modelYearError } from '#domain/rigs/model-year.ts'
import type { ComponentDetails, ComponentKind } from './component.ts'

/** Why fields of a component that is typed cannot be so at the time `now`, a sentence for each; empty if they can. */
export function componentErrors(
  {
    kind,
    name,
    modelYear,
  }: Pick<ComponentDetails, 'name' | 'modelYear'> & { readonly kind: ComponentKind | '' },
  now: Date,
): Readonly<Record<string, string>> {
  const year = modelYearError(modelYear, now)
  return {
    ...(kind === 'other' && name.trim() === '' && { name: 'Required.' }),
    ...(year !== null && { modelYear: year }),
  }
}
