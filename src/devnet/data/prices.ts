/** Prices in US dollars by symbol. They are fixed, so that tests know what a page shows. */
export const devPrices: Readonly<Record<string, number>> = {
  ETH: 2500,
  SOL: 150,
  BTC: 60_000,
  LKT: 0.25,
  tUSD: 1,
}

/** The value of a US dollar in other currencies. */
export const devRates: Readonly<Record<string, number>> = { eur: 0.5, jpy: 100 }
