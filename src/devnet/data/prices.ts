/** US dollar prices by symbol of the devnet's tokens. They are fixed, so that tests can compute what a page shows. */
export const devPrices: Readonly<Record<string, number>> = {
  ETH: 2500,
  SOL: 150,
  BTC: 60_000,
  LKT: 0.25,
  tUSD: 1,
}

/** The value of a US dollar in other currencies. Fixed, like the prices. */
export const devRates: Readonly<Record<string, number>> = { eur: 0.5, jpy: 100 }
