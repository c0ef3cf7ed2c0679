// The ticket that every client writes: a customer, a rig nobody has seen and two job lines.

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'

const anyVin = (): string =>
  Array.from({ length: 17 }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('')

/** `mark` stands where the customer's first name does, so that it is seen again on the card. */
export const newTicketBody = (mark: string): string =>
  JSON.stringify({
    customerDetails: {
      firstName: mark,
      lastName: 'Whitcomb',
      email: 'harold.whitcomb@mail.example',
      phone: '(574) 555-0202',
      address: '77 County Road 10, Goshen, IN 46526',
    },
    customerRV: {
      ...{ vin: anyVin(), make: 'Coachmen', model: 'Catalina 293QBCK', year: '2022', axleAmount: '2' },
    },
    jobs: [
      { problem: 'Slide-out stops halfway', estimatedTime: 1.5 },
      { problem: 'Grinds on the left side', estimatedTime: 0.75, estimate: true },
    ],
  })
