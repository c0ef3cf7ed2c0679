import { TextInput, type TextInputProps } from '@mantine/core'

type RigField = 'make' | 'model' | 'year'

type MakeModelYearFieldsProps = Pick<
  TextInputProps,
  'disabled' | 'description' | 'required' | 'rightSection'
> & {
  /** Props of each field. */
  propsOf: (field: RigField) => object
}

/** Make, model and year. Required fields have no asterisk; an error appears once one is missing. */
export const MakeModelYearFields = ({ propsOf, ...all }: MakeModelYearFieldsProps) => {
  const each = { autoComplete: 'off', withAsterisk: false, ...all } as const
  return (
    <>
      <TextInput label="Make" {...each} {...propsOf('make')} />
      <TextInput label="Model" {...each} {...propsOf('model')} />
      <TextInput label="Year" inputMode="numeric" {...each} {...propsOf('year')} />
    </>
  )
}
