// Measures the size that an import adds to a page when a host's bundler builds it.
import { families } from '../lib/family-accounts.mjs'
import { row } from '../lib/row.mjs'
import { bundle } from '../lib/weigh.mjs'

/** The code that a connect loads for a wallet of any family. */
const everyConnect = [
  'index.ts',
  'controllers/coordinators/session-engine.ts',
  'adapters/shared/create-adapter.ts',
]

export async function* measure() {
  const imports = [
    ['createLatchkey', "export { createLatchkey } from 'latchkey'", 20_000],
    ['everything in latchkey', "export * from 'latchkey'"],
    ['one network', "export { sepolia } from 'latchkey/networks'"],
    ['controllers', "export * from 'latchkey/controllers'"],
  ]
  for (const [name, code, limit] of imports) {
    const { initial } = await bundle(code)
    yield row(`bytes: ${name}, gzip`, initial.gzip, 'B', limit)
    yield row(`bytes: ${name}, raw`, initial.raw, 'B')
    yield row(`bytes: ${name}, brotli`, initial.brotli, 'B')
  }
  // This row is the size that WalletConnect adds before a visitor chooses it.
  const both =
    "export { createLatchkey } from 'latchkey'; export { walletConnect } from 'latchkey/connectors/walletconnect'"
  const alone = (await bundle("export { createLatchkey } from 'latchkey'")).initial.gzip
  yield row(
    'bytes: WalletConnect beyond the core, gzip',
    (await bundle(both)).initial.gzip - alone,
    'B',
    2000,
  )
  for (const family of families) yield* weighFamily(family)
  const core = await bundle("export { createLatchkey } from 'latchkey'")
  yield row('bytes: core with all that it may load later, gzip', core.total.gzip, 'B')
}

/** Measures how much a family adds to a page. Libraries that the core or other families use too don't count. */
async function* weighFamily(family) {
  const shared = ['@noble/hashes', '@noble/hashes/*', '@scure/base']
  const libraries = [
    'viem',
    'viem/*',
    '@solana/*',
    'bitcoinjs-lib',
    '@bitcoinerlab/*',
    '@polkadot/*',
    '@cosmjs/*',
  ]
  const external = [...shared, ...libraries]
  const gzip = async (code, external) => (await bundle(code, { external })).initial.gzip
  const descriptor = `export { ${family} } from 'latchkey/adapters/${family}'`
  yield row(`bytes: ${family} descriptor, gzip`, await gzip(descriptor, []), 'B', 1000)
  const base = everyConnect.map((file) => `export * from './src/${file}'`).join('\n')
  const withAdapter = `${base}\nexport * from './src/adapters/${family}/adapter.ts'`
  const more = (await gzip(withAdapter, external)) - (await gzip(base, external))
  yield row(
    `bytes: ${family} adapter without its chain, beyond the code of every connect, gzip`,
    more,
    'B',
    8000,
  )
  const chain = `export * from './src/adapters/${family}/chain/chain.ts'`
  yield row(`bytes: ${family} chain without its library, gzip`, await gzip(chain, external), 'B')
  yield row(`bytes: ${family} chain with its library, gzip`, await gzip(chain, []), 'B')
}
