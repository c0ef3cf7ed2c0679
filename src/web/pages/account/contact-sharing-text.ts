// What an owner of rigs is asked about their own name, where they join and wherever they look again.

export const SHARING_LABEL = 'Fill in my name, phone, email and address at the counter'
export const SHARING_DESCRIPTION =
  'Every company on Rigwright that types in the VIN of a rig I claimed then sees them. You can change it at any time.'
