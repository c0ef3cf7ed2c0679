import { NativeSelect, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import {
  COMPONENT_KIND_LIST,
  COMPONENT_KINDS,
  type ComponentFacts,
  type ComponentKind,
} from '#domain/components/component.ts'
import { componentErrors } from '#domain/components/component-errors.ts'
import type { PlateField } from '#domain/components/read-plate.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import type { api } from '#web/api/client.ts'
import { Fields } from '#web/ui/layout/columns.tsx'

export type ComponentView = Awaited<ReturnType<typeof api.components.list.call>>['components'][number]

type OfCompany = 'warrantyUntil' | 'plate'
type Listed = 'isInstalled' | 'endedOn' | 'replacedBy' | 'entries' | 'isShared'

/** What is shown of a component, at a company or at its owner. */
export type FormComponent = Omit<ComponentView, OfCompany | 'entries' | 'replacedBy' | 'isShared'> & {
  readonly warrantyUntil?: string | null
}

/** A component as it is in the RV, from whichever answer. */
type InstalledComponent = Omit<ComponentView, OfCompany | Listed> & {
  readonly warrantyUntil?: string | null
}

/** What is corrected, or what the new one replaces; null for one that was not known. */
export type FormSubject = { readonly component: InstalledComponent; readonly isReplaced: boolean } | null

const KINDS = [
  { value: '', label: 'Choose…' },
  ...COMPONENT_KIND_LIST.map(value => ({ value, label: COMPONENT_KINDS[value] })),
]

const valuesOf = (component: InstalledComponent | null) => ({
  kind: component?.kind ?? ('' as ComponentKind | ''),
  name: component?.name ?? '',
  place: component?.place ?? '',
  maker: component?.maker ?? '',
  model: component?.model ?? '',
  serial: component?.serial ?? '',
  modelYear: component?.modelYear ?? '',
  day: component?.installedOn ?? '',
  warrantyUntil: component?.warrantyUntil ?? '',
})

/** The form of a component. `kind`: what it is, unless it is chosen there. */
export function useComponentForm(of: FormSubject, timeZone: string, kind?: ComponentKind) {
  const corrected = of !== null && !of.isReplaced ? of.component : null
  const form = useForm({
    initialValues: of?.isReplaced
      ? {
          ...valuesOf(null),
          ...{ kind: of.component.kind, name: of.component.name, place: of.component.place },
          day: dayOf(new Date(), timeZone),
        }
      : { ...valuesOf(corrected), ...(kind && { kind }) },
    validate: values => ({
      ...(values.kind === '' && { kind: 'Choose what it is.' }),
      ...componentErrors(values, new Date()),
    }),
  })
  const place = useRef<HTMLFormElement>(null)
  // No keyboard over the camera's button.
  const start = useRef(() => {
    if (kind !== undefined) place.current?.querySelector<HTMLElement>('input[type=file]')?.focus()
    else form.getInputNode<HTMLElement, never>((of === null ? 'kind' : 'maker') as never)?.focus()
  })
  useEffect(() => start.current(), [])
  const title = of === null ? 'Add Component' : of.isReplaced ? 'Replace Component' : 'Correct Component'
  /** What of a correction is sent: a fact that nobody touched stays as it is by then. */
  const changed = <Facts extends Partial<ComponentFacts>>(facts: Facts): Partial<Facts> => {
    const touched = Object.entries(facts).filter(([fact]) => form.isDirty(fact as keyof ComponentFacts))
    return Object.fromEntries(touched) as Partial<Facts>
  }
  return { form, corrected, title, place, changed }
}

type ComponentValues = ReturnType<typeof valuesOf>

type ComponentFieldsProps = {
  form: UseFormReturnType<ComponentValues>
  timeZone: string
  /** What is said at a field. */
  noteOf?: (field: PlateField) => string | undefined
  /** Companies note the maker's warranty. */
  hasWarranty?: boolean
}

/** What is on a component's plate, and where and since when it is in the RV. */
export const ComponentFields = ({
  form,
  timeZone,
  noteOf = () => undefined,
  hasWarranty = false,
}: ComponentFieldsProps) => (
  <Fields>
    <NativeSelect label="Component" data={KINDS} {...form.getInputProps('kind')} />
    {form.values.kind === 'other' && (
      <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
    )}
    <TextInput
      label="Maker"
      description={noteOf('maker')}
      autoComplete="off"
      {...form.getInputProps('maker')}
    />
    <TextInput
      label="Model"
      description={noteOf('model')}
      autoComplete="off"
      {...form.getInputProps('model')}
    />
    <TextInput
      label="Serial Number"
      description={noteOf('serial')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      {...form.getInputProps('serial')}
    />
    <TextInput
      label="Year"
      inputMode="numeric"
      maxLength={4}
      autoComplete="off"
      {...form.getInputProps('modelYear')}
    />
    <TextInput
      label="Place"
      placeholder="Bedroom, rear, curb side"
      autoComplete="off"
      {...form.getInputProps('place')}
    />
    <TextInput
      type="date"
      label="Installed"
      max={dayOf(new Date(), timeZone)}
      {...form.getInputProps('day')}
    />
    {hasWarranty && (
      <TextInput type="date" label="Maker’s Warranty Until" {...form.getInputProps('warrantyUntil')} />
    )}
  </Fields>
)
