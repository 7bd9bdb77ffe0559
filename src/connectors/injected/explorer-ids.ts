/**
 * The catalogue ids of wallets, by `rdns`. An installed wallet with a catalogue id is merged with
 * the catalogue entry of this id. So the wallet must not choose the id itself. The ids are from
 * S3.4.1. Each `rdns` is in public configurations, such as those of wagmi and thirdweb.
 */
const explorerIds: Readonly<Record<string, string>> = {
  'io.metamask': 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
  'com.trustwallet.app': '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0',
  'com.coinbase.wallet': 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
  'com.okex.wallet': '971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709',
  'app.phantom': 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
  'app.backpack': '2bd8c14e035c2d48f184aaa168559e86b0e3433228d3c4075900a221785019b0',
  'com.bitget.web3': '38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662',
}

export function explorerIdOf(rdns: string): string | undefined {
  return Object.hasOwn(explorerIds, rdns) ? explorerIds[rdns] : undefined
}
