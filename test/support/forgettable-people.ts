// Two customers, one of whom is forgotten: every word of theirs is theirs alone.

export const zelda = {
  firstName: 'Zelda',
  lastName: 'Quimby',
  email: 'Zelda.Quimby@mail.example',
  phone: '(574) 555-7719',
  address: '9 Larkspur Lane, Goshen, IN 46526',
  coordinates: { latitude: 41.58231, longitude: -85.83442 },
}
export const milo = {
  firstName: 'Milo',
  lastName: 'Tarrant',
  email: 'milo@mail.example',
  phone: '(574) 555-6628',
  address: '4 Thistle Court, Goshen, IN 46526',
  coordinates: { latitude: 41.61111, longitude: -85.72222 },
}
export type ForgettablePerson = typeof zelda

/** What must be gone. */
export const stringsOf = ({ firstName, lastName, email, phone, address, coordinates }: ForgettablePerson) => [
  firstName,
  lastName,
  email,
  phone,
  phone.replace(/\D/g, '').slice(-7),
  address.split(',')[0] ?? '',
  String(coordinates.latitude),
]
