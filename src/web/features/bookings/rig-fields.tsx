import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconAlertTriangle, IconId } from '@tabler/icons-react'
import { useState } from 'react'
import { AXLE_AMOUNTS } from '#domain/rigs/rig.ts'
import type { RigField } from '#domain/rigs/rig-fields.ts'
import { normalizeVin, vinWarning } from '#domain/rigs/vin.ts'
import { MakeModelYearFields } from '#web/features/rigs/make-model-year-fields.tsx'
import { scanInputContainer } from '#web/features/rigs/scan/scan-input-container.tsx'
import { useDecodedVin } from '#web/features/rigs/use-decoded-vin.ts'
import { suggestFromVin } from '#web/features/rigs/vin-suggestion.ts'
import { FieldNote } from '#web/ui/forms/field-note.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'

type RigForm = UseFormReturnType<{ customerRV: Record<RigField, string> }>

const AXLE_CHOICES = [{ value: '', label: 'Not sure' }, ...AXLE_AMOUNTS]
const FULL_LENGTH = 17

type RigFieldsProps = {
  form: RigForm
  /** Whether all of it may be left out, and the page says so. */
  isOptional?: boolean
}

/** The customer's RV. It suggests what the VIN itself encodes, and looks up no company's records. */
export function RigFields({ form, isOptional = false }: RigFieldsProps) {
  const isKnown = normalizeVin(form.values.customerRV.vin) !== ''
  const requiredProps = isKnown ? { description: 'Optional if you enter the VIN.' } : { required: true }
  const rigProps = isOptional ? {} : requiredProps
  return (
    <Fields>
      <Vin form={form} isOptional={isOptional} />
      <MakeModelYearFields propsOf={field => form.getInputProps(`customerRV.${field}`)} {...rigProps} />
      <NativeSelect
        label="Axle Amount"
        {...(!isOptional && { description: 'Optional.' })}
        data={AXLE_CHOICES}
        {...form.getInputProps('customerRV.axleAmount')}
      />
    </Fields>
  )
}

function Vin({ form, isOptional }: Required<RigFieldsProps>) {
  const [isTyping, setTyping] = useState(false)
  const field = form.getInputProps('customerRV.vin')
  const vin = normalizeVin(form.values.customerRV.vin)
  const warning = isTyping && vin.length < FULL_LENGTH ? null : vinWarning(vin)
  const decoded = useDecodedVin(vin, true)
  const vinSuggestion = decoded === null ? null : suggestFromVin(decoded, form.values.customerRV)
  return (
    <div data-wide>
      <TextInput
        label="VIN"
        {...(!isOptional && {
          description: 'Optional. Find it by the entry door, on the frame or on the title.',
        })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputContainer={scanInputContainer(scanned => form.setFieldValue('customerRV.vin', scanned))}
        {...field}
        onFocus={event => {
          setTyping(true)
          field.onFocus(event)
        }}
        onBlur={event => {
          setTyping(false)
          if (vin !== form.values.customerRV.vin) form.setFieldValue('customerRV.vin', vin)
          field.onBlur(event)
        }}
      />
      {warning !== null && (
        <FieldNote icon={IconAlertTriangle} tone="amber">
          {warning}
        </FieldNote>
      )}
      {vinSuggestion !== null && (
        <FieldNote
          icon={IconId}
          actions={vinSuggestion.choices.map(({ label, fills }) => ({
            label,
            onClick: () => {
              form.setFieldValue('customerRV', { ...form.getValues().customerRV, ...fills })
              for (const name of Object.keys(fills)) form.clearFieldError(`customerRV.${name}`)
            },
          }))}
        >
          {vinSuggestion.text}
        </FieldNote>
      )}
    </div>
  )
}
