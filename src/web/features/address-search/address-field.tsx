import { Loader, TextInput, type TextInputProps, VisuallyHidden } from '@mantine/core'
import { type ComponentType, useRef, useState } from 'react'
import type { Coordinates } from '#domain/customers/customer.ts'
import { lazyPage } from '#web/api/lazy-page.ts'
import type { ComboboxAttributes, SuggestionListProps } from './suggestion-list.tsx'
import { useAddressSuggestions } from './use-address-suggestions.ts'

// Larger than most pages; its code loads when the field gets the focus.
const loadSuggestionList = lazyPage(() => import('./suggestion-list.tsx'))

export type AddressValue = {
  readonly address: string
  /** Those of the chosen suggestion; null after further typing. */
  readonly coordinates: Coordinates | null
}

type AddressFieldProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  value: AddressValue
  onChange: (value: AddressValue) => void
}

/** Those of a closed list. */
const CLOSED: ComboboxAttributes = {
  role: 'combobox',
  'aria-haspopup': 'listbox',
  'aria-expanded': false,
  autoComplete: 'off',
}

/** An address field with suggestions. Without them, or without their list’s code, it is a text field. */
export function AddressField({
  value: { address },
  onChange,
  label = 'Address',
  onFocus,
  onBlur,
  ...rest
}: AddressFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [SuggestionList, setSuggestionList] = useState<ComponentType<SuggestionListProps> | null>(null)
  const [attributes, setAttributes] = useState(CLOSED)
  const [isTyping, setTyping] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { suggestions, isSearching } = useAddressSuggestions(address, isTyping)
  const hasList = isOpen && suggestions.length > 0

  function loadList() {
    if (SuggestionList === null)
      loadSuggestionList().then(
        module => setSuggestionList(() => module.SuggestionList),
        () => {},
      )
  }

  function handleType(text: string) {
    // A field that had the focus before the page was ready, or whose list could not be loaded.
    loadList()
    setTyping(true)
    setOpen(true)
    onChange({ address: text, coordinates: null })
  }

  function handleChoose(id: string) {
    const chosen = suggestions.find(suggestion => suggestion.id === id)
    setTyping(false)
    setOpen(false)
    if (chosen !== undefined) onChange({ address: chosen.address, coordinates: chosen.coordinates })
  }

  return (
    <>
      <TextInput
        {...rest}
        {...attributes}
        ref={field}
        label={label}
        value={address}
        aria-autocomplete="list"
        rightSection={isSearching ? <Loader size="xs" aria-hidden /> : null}
        onChange={({ currentTarget }) => handleType(currentTarget.value)}
        onFocus={event => {
          loadList()
          onFocus?.(event)
        }}
        onBlur={event => {
          setTyping(false)
          setOpen(false)
          onBlur?.(event)
        }}
      />
      {SuggestionList !== null && (
        <SuggestionList
          field={field}
          text={address}
          suggestions={suggestions}
          isOpen={hasList}
          onOpenChange={setOpen}
          onChoose={handleChoose}
          onAttributes={setAttributes}
        />
      )}
      <VisuallyHidden role="status">
        {SuggestionList !== null && hasList && !isSearching
          ? `${suggestions.length} suggested ${suggestions.length === 1 ? 'address' : 'addresses'}. Arrow down to choose.`
          : ''}
      </VisuallyHidden>
    </>
  )
}
