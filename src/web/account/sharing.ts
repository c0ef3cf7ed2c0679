// What an owner of rigs is asked about their own name, where they join and wherever they look again.

export const SHARING = 'Companies that take in my rig may see my name, phone, email and address'
export const SHARING_MORE = 'So you need not say it at every counter. You can change it at any time.'
