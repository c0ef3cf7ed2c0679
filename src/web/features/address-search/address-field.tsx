import { Combobox, Loader, TextInput, type TextInputProps, useCombobox, VisuallyHidden } from '@mantine/core'
import { IconHistory, IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import type { Coordinates } from '#domain/customers/customer.ts'
import styles from './address-field.module.css'
import { type AddressSuggestion, useAddressSuggestions } from './use-address-suggestions.ts'

export type AddressValue = {
  readonly address: string
  /** Those of the chosen suggestion; null after further typing. */
  readonly coordinates: Coordinates | null
}

type AddressFieldProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  value: AddressValue
  onChange: (value: AddressValue) => void
}

/** Sources that must be credited here; GeoNames is credited on About Us. */
const ATTRIBUTIONS: Partial<Record<AddressSuggestion['source'], string>> = {
  photon: '© OpenStreetMap contributors',
  google: 'Google Maps',
}

function SuggestionOption({ source, label, detail }: AddressSuggestion) {
  const Icon = source === 'own' ? IconHistory : IconMapPin
  return (
    <span className={styles.choice}>
      <Icon size={18} stroke={1.75} aria-hidden className={styles.icon} />
      <span>
        <span className={styles.label}>{label}</span>
        {detail !== null && <span className={styles.detail}> {detail}</span>}
      </span>
    </span>
  )
}

/** An address field with suggestions. Without them it is a text field. */
export function AddressField({
  value: { address },
  onChange,
  label = 'Address',
  onBlur,
  ...rest
}: AddressFieldProps) {
  const [isTyping, setTyping] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { suggestions, isSearching } = useAddressSuggestions(address, isTyping)
  const hasList = isOpen && suggestions.length > 0
  const combobox = useCombobox({ opened: hasList, onOpenedChange: setOpen })
  const credits = [...new Set(suggestions.flatMap(({ source }) => ATTRIBUTIONS[source] ?? []))]

  function handleType(text: string) {
    setTyping(true)
    setOpen(true)
    combobox.resetSelectedOption()
    onChange({ address: text, coordinates: null })
  }

  function handleChoose(id: string) {
    const chosen = suggestions.find(suggestion => suggestion.id === id)
    setTyping(false)
    setOpen(false)
    if (chosen !== undefined) onChange({ address: chosen.address, coordinates: chosen.coordinates })
  }

  function handleBlur() {
    setTyping(false)
    setOpen(false)
  }

  return (
    <>
      <Combobox store={combobox} onOptionSubmit={handleChoose} shadow="md">
        <Combobox.Target withExpandedAttribute autoComplete="off">
          <TextInput
            {...rest}
            label={label}
            value={address}
            aria-autocomplete="list"
            rightSection={isSearching ? <Loader size="xs" aria-hidden /> : null}
            onChange={({ currentTarget }) => handleType(currentTarget.value)}
            onBlur={event => {
              handleBlur()
              onBlur?.(event)
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options aria-label="Suggested addresses">
            {suggestions.map(suggestion => (
              <Combobox.Option key={suggestion.id} value={suggestion.id} className={styles.option ?? ''}>
                <SuggestionOption {...suggestion} />
              </Combobox.Option>
            ))}
          </Combobox.Options>
          {credits.length > 0 && (
            <Combobox.Footer className={styles.attribution ?? ''} translate="no">
              {credits.join(' · ')}
            </Combobox.Footer>
          )}
        </Combobox.Dropdown>
      </Combobox>
      <VisuallyHidden role="status">
        {hasList && !isSearching
          ? `${suggestions.length} suggested ${suggestions.length === 1 ? 'address' : 'addresses'}. Arrow down to choose.`
          : ''}
      </VisuallyHidden>
    </>
  )
}
