// The demo data's people: two companies, their employees and rigs, used in the demo, in all tests and screenshots.
// All are made up; each VIN has a correct check digit and a serial number that no manufacturer used.

/** The password of all of them. */
export const PASSWORD = 'campfire-and-coffee'

export const bluebonnet = {
  owner: 'Dana Reyes',
  companyName: 'Bluebonnet RV',
  email: 'dana@bluebonnet.example',
  companyPhone: '(574) 555-0142',
  companyAddress: '2410 Cassopolis Street, Elkhart, IN 46514',
  coordinates: { latitude: 41.7248, longitude: -85.9766 },
  laborRate: 145,
  mobileRange: 40,
  timeZone: 'America/Indiana/Indianapolis',
}

/** The second company, for isolation tests. */
export const loneStar = {
  owner: 'Ray Tillman',
  companyName: 'Lone Star Mobile RV',
  email: 'ray@lonestar.example',
  companyPhone: '(512) 555-0177',
  companyAddress: '8801 Research Boulevard, Austin, TX 78758',
  coordinates: { latitude: 30.3731, longitude: -97.7229 },
  laborRate: 165,
  mobileRange: 120,
  timeZone: 'America/Chicago',
}

const createEmployee = (firstName: string, lastName: string, domain: string, digits: string) => ({
  firstName,
  lastName,
  email: `${firstName.toLowerCase()}@${domain}`,
  phone: `(574) 555-0${digits}`,
  licenseNumber: `IN-4471-${digits}`,
  isInsured: true,
})

export const walt = {
  ...createEmployee('Walt', 'Kim', 'bluebonnet.example', '151'),
  roles: { isServiceWriter: true, isTechnician: false },
}
export const rosa = {
  ...createEmployee('Rosa', 'Díaz', 'bluebonnet.example', '152'),
  roles: { isServiceWriter: false, isTechnician: true },
}
export const sam = {
  ...createEmployee('Sam', 'Ortiz', 'bluebonnet.example', '153'),
  roles: { isServiceWriter: false, isTechnician: true },
}
export const wyatt = {
  ...createEmployee('Wyatt', 'Bell', 'lonestar.example', '161'),
  roles: { isServiceWriter: false, isTechnician: true },
}

const createCustomer = (firstName: string, lastName: string, digits: string, address: string) => ({
  firstName,
  lastName,
  email: `${firstName}.${lastName}@mail.example`.toLowerCase(),
  phone: `(574) 555-0${digits}`,
  address,
})

const trailer = (vin: string, make: string, model: string, year: string, axleAmount: '1' | '2' | '3') => ({
  vin,
  make,
  model,
  year,
  axleAmount,
})

const motorhome = (
  vin: string,
  make: string,
  model: string,
  year: string,
  axleAmount: 'Class C' | 'Class A (Gas)' | 'Class A (Diesel)' | 'Super B',
) => ({ vin, make, model, year, axleAmount })

/** June Park's trailer has three years of history. */
export const june = {
  customerDetails: createCustomer('June', 'Park', '201', '118 Riverview Avenue, Elkhart, IN 46516'),
  customerRV: trailer('1UJBJ0BN8M17X0042', 'Jayco', 'Jay Flight 264BH', '2021', '2'),
}

/** A founder. */
export const maya = {
  ...createCustomer('Maya', 'Lindqvist', '290', '1 Founders Row, Elkhart, IN 46516'),
  email: 'maya@rigwright.example',
}

/** The other customers. */
export const customers = [
  {
    customerDetails: createCustomer('Harold', 'Whitcomb', '202', '77 County Road 10, Goshen, IN 46526'),
    customerRV: trailer('5ZT2CXYBXNB9X0317', 'Coachmen', 'Catalina 293QBCK', '2022', '2'),
  },
  {
    customerDetails: createCustomer('Priya', 'Raman', '203', '402 Maple Street, Mishawaka, IN 46544'),
    customerRV: motorhome('1FDXE4FN1KDC9X118', 'Forest River', 'Sunseeker 2860DS', '2019', 'Class C'),
  },
  {
    customerDetails: createCustomer('Earl', 'Jorgensen', '204', '9 Lakeshore Drive, Syracuse, IN 46567'),
    customerRV: motorhome('4UZACGFC8LCL9X204', 'Tiffin', 'Allegro Bus 45OPP', '2020', 'Class A (Diesel)'),
  },
  {
    customerDetails: createCustomer('Marisol', 'Vega', '205', '1550 Prairie Avenue, South Bend, IN 46613'),
    customerRV: trailer('573TE3126N119X055', 'Grand Design', 'Imagine 2800BH', '2022', '2'),
  },
  {
    customerDetails: createCustomer('Tom', 'Beckett', '206', '31 Old Mill Lane, Middlebury, IN 46540'),
    customerRV: trailer('4YDF31026KE9X0771', 'Keystone', 'Montana 3121RL', '2019', '3'),
  },
  {
    customerDetails: createCustomer('Lucille', 'Okafor', '207', '640 Benham Avenue, Elkhart, IN 46516'),
    customerRV: motorhome('1F65F5DY3J0A9X362', 'Winnebago', 'Vista 29VE', '2018', 'Class A (Gas)'),
  },
  {
    customerDetails: createCustomer('Gus', 'Papadakis', '208', '2201 Bristol Street, Elkhart, IN 46514'),
    customerRV: trailer('4X4TCKX22FX9X0093', 'Forest River', 'R-Pod 179', '2015', '1'),
  },
  {
    customerDetails: createCustomer('Nell', 'Abernathy', '209', '5 Campground Road, Shipshewana, IN 46565'),
    customerRV: motorhome('1FDUF5HT0NDA9X420', 'Jayco', 'Seneca 37K', '2022', 'Super B'),
  },
] as const
