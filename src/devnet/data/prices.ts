/** In US dollars, by the symbol of what the devnet itself made: they stand still, so that what a page shows can be computed. */
export const devPrices: Readonly<Record<string, number>> = {
  ETH: 2500,
  SOL: 150,
  BTC: 60_000,
  LKT: 0.25,
  tUSD: 1,
}
