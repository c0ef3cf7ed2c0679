// Quantities have three decimals at most. Sums are of thousandths: 0.1 + 0.2 is 0.3.

const inThousandths = (quantity: number): number => Math.round(quantity * 1000)

/** The sum of quantities; those that are less than 0 are taken away. */
export const sumOfQuantities = (quantities: readonly number[]): number =>
  quantities.reduce((total, quantity) => total + inThousandths(quantity), 0) / 1000
