#!/usr/bin/env node
// Copies logos of wallets, networks and tokens from @web3icons/core into src/ui-react/marks. Installs the packages that it needs
// in its own folder.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, ensureInstalled, root, run } from '../lib/workspace.mjs'

const here = join(root, 'scripts/marks')
ensureInstalled(here)
const { optimize } = await import('svgo')
const manifest = readFileSync(join(here, 'node_modules/@web3icons/core/package.json'), 'utf8')
const { version } = JSON.parse(manifest)

/** For each logo in the package: Latchkey's ids of the same wallet. */
const wallets = [
  ['wallets', 'metamask', 'io.metamask', 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'],
  [
    'wallets',
    'trust',
    'com.trustwallet.app',
    '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0',
  ],
  ['wallets', 'phantom', 'app.phantom', 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393'],
  [
    'wallets',
    'coinbase',
    'com.coinbase.wallet',
    'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
  ],
  ['wallets', 'okx', 'com.okex.wallet', '971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709'],
  [
    'exchanges',
    'binance',
    'com.binance.wallet',
    '8a0ee50d1f22f6651afcae7eb4253e52a3310b90af5daef78a8c4929a9bb99d4',
  ],
  [
    'exchanges',
    'bitget',
    'com.bitget.web3',
    '38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662',
  ],
  ['wallets', 'rabby', 'io.rabby', '18388be9ac2d02726dbac9777c96efaac06d744b2f6d580fccdd4127a6d01fd1'],
  ['wallets', 'rainbow', 'me.rainbow', '1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369'],
  ['exchanges', 'uniswap', 'c03dfee351b6fcc421b4494ea33b9d4b92a984f87aa76d1663bb28705e95034a'],
  ['wallets', 'ledger', '19177a98252e07ddfc9af2083ba8e07ef627cb6103467ffebb3f8f4205fd7927'],
  [
    'wallets',
    'zerion',
    'io.zerion.wallet',
    'ecc4036f814562b41a5268adc86270fba1365471402006302e70169465b7ac18',
  ],
  ['wallets', 'safe', '225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f'],
  ['wallets', 'exodus', 'e9ff15be73584489ca4a66f64d32c4537711797e30b6660dbcb71ea72a42b1f4'],
  ['wallets', 'solflare', '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79'],
  ['wallets', 'backpack', 'app.backpack', '2bd8c14e035c2d48f184aaa168559e86b0e3433228d3c4075900a221785019b0'],
  ['wallets', 'enkrypt', 'com.enkrypt'],
  [
    'wallets',
    'keplr',
    'app.keplr',
    'keplr',
    '6adb6082c909901b9e7189af3a4a0223102cd6f8d5c39e39f3d49acb92b578bb',
  ],
]

/** For wallets without a logo in the package: the color of the wallet's own site. */
const walletColors = [
  ['#4a21ef', '0b415a746fb9ee99cce155c2ceca0c6f6061b1dbca2d722b3ba16381d0562150'], // SafePal
  ['#19232d', '0ef262ca2a56b88d179c93a21383fee4e135bd7bc6680e5c2356ff8e38301037'], // Jupiter
  ['#c2185f', 'io.magiceden.wallet', '8b830a2b724a9c3fbab63af6f55ed29c9dfa8a55e732dc88c80a196a2ba136c6'],
  ['#1b1b1f', '2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b'], // Xverse
  ['#9a5b00', 'unisat'],
  ['#12100f', '483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13'], // Leather
  ['#1f3a8a', 'HorizonWalletProvider'],
  ['#004bff', 'app.subwallet', '9ce87712b99b3eb57396cc8621db8900ac983c712236f48fb70ad28760be3f6a'],
  ['#1a1a1a', 'xyz.talisman', 'e0c2e199712878ed272e2c170b585baa0ff0eb50b07521ca586ebf7aeeffc598'],
  ['#0b58c4', 'io.novawallet', '43fd1a0aeb90df53ade012cca36692a46d265f0b99b7561e645af42d752edb92'],
  ['#b35900', 'polkadot-js'],
  ['#6a3fc4', 'polkagate'],
  ['#c4005c', 'fearless-wallet'],
  ['#007a67', 'aleph-zero-signer'],
  ['#147a12', 'so.onekey.app.wallet', '1aedbcfc1f31aade56ca34c38b0a1607b41cccfa3de93c946ef3b4ba2dfab11c'],
  ['#4a50d9', 'app.nightly', '9a4cddbdbc19005be790f37cc9176dd24eae51aa2a49fa3edeb3b6a8b089b7be'],
  ['#111111', '7674bb4e353bf52886768a3ddc2a4562ce2f4191c80831291218ebd90f5f5e26'], // MathWallet
  ['#0b7a45', '3ed8cc046c6211a798dc5ec70f1302b43e07db9639fd287de44a9aa115a21ed6'], // Leap
  ['#5a3de8', 'feb6ff1fb426db18110f5a80c7adbde846d0a7e96b2bc53af4b73aaf32552bea'], // Cosmostation
  ['#5b21b6', 'io.owallet'],
  ['#1c2fb8', 'xyz.ctrl', 'f896cbca30cd6dc414712d3d6fcc2f8f7d35d5bd30e3b1fc5d60cf6c8926f98f'],
  ['#0b3d91', 'me.vultisig'],
  ['#1d1d2b', '0e4915107da5b3408b38e248f7a710f4529d54cd30e9d12ff0eb886d45c18e92'], // Arculus Wallet
  ['#c2410c', 'c7708575a2c3c9e6a8ab493d56cdcc56748f03956051d021b8cd8d697d9a3fd2'], // FoxWallet
  ['#b8321c', 'xyz.frontier.wallet', '85db431492aa2e8672e93f4ea7acf10c88b97b867b0d373107af63dc4880f041'],
]

/** Each row has a logo, and the networks with this logo. Test networks follow the network whose logo they share. */
const networks = [
  ['networks', 'ethereum', 'eip155:1', 'eip155:11155111', 'eip155:560048', 'eip155:31337'],
  ['networks', 'optimism', 'eip155:10', 'eip155:11155420'],
  ['networks', 'binance-smart-chain', 'eip155:56', 'eip155:97'],
  ['networks', 'gnosis', 'eip155:100'],
  ['networks', 'polygon', 'eip155:137', 'eip155:80002'],
  ['networks', 'zksync', 'eip155:324'],
  ['networks', 'base', 'eip155:8453', 'eip155:84532'],
  ['networks', 'arbitrum-one', 'eip155:42161', 'eip155:421614'],
  ['networks', 'celo', 'eip155:42220'],
  ['networks', 'avalanche', 'eip155:43114', 'eip155:43113'],
  ['networks', 'linea', 'eip155:59144'],
  ['networks', 'scroll', 'eip155:534352'],
  ['networks', 'zora', 'eip155:7777777'],
  ['networks', 'aurora', 'eip155:1313161554'],
  [
    'networks',
    'solana',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  ],
  [
    'networks',
    'polkadot',
    'polkadot:68d56f15f85d3136970ec16946040bc1',
    'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  ],
  [
    'networks',
    'bitcoin',
    'bip122:000000000019d6689c085ae165831e93',
    'bip122:00000000da84f2bafbbc53dee25a72ae',
    'bip122:00000008819873e925422c1ff0f99f7c',
    'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  ],
  ['networks', 'cosmos-hub', 'cosmos:cosmoshub-4', 'cosmos:provider'],
  ['networks', 'osmosis', 'cosmos:osmosis-1', 'cosmos:osmo-test-5'],
]

const ether = [
  1, 10, 324, 8453, 42161, 59144, 534352, 7777777, 1313161554, 11155111, 560048, 11155420, 84532, 421614,
  31337,
]
/**
 * If there is no address, the entry is the network's native coin. A token has a network and an address; its symbol isn't used, because any token can
 * have any symbol. The issuers of the tokens publish these addresses.
 */
const tokens = [
  ['tokens', 'ETH', ...ether.map((id) => `eip155:${id}`)],
  ['tokens', 'BNB', 'eip155:56', 'eip155:97'],
  ['tokens', 'POL', 'eip155:137', 'eip155:80002'],
  ['tokens', 'CELO', 'eip155:42220'],
  ['tokens', 'AVAX', 'eip155:43114', 'eip155:43113'],
  [
    'tokens',
    'SOL',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  ],
  ['tokens', 'DOT', 'polkadot:68d56f15f85d3136970ec16946040bc1', 'polkadot:91b171bb158e2d3848fa23a9f1c25182'],
  ['tokens', 'KSM', 'polkadot:48239ef607d7928874027a43a6768920', 'polkadot:b0a8d493285c2df73290dfb7e61f870f'],
  [
    'tokens',
    'BTC',
    'bip122:000000000019d6689c085ae165831e93',
    'bip122:00000000da84f2bafbbc53dee25a72ae',
    'bip122:00000008819873e925422c1ff0f99f7c',
    'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  ],
  ['tokens', 'ATOM', 'cosmos:cosmoshub-4', 'cosmos:provider'],
  ['tokens', 'OSMO', 'cosmos:osmosis-1', 'cosmos:osmo-test-5'],
  [
    'tokens',
    'USDC',
    'eip155:1/0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    'eip155:10/0x0b2c639c533813f4aa9d7837caf62653d097ff85',
    'eip155:137/0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
    'eip155:8453/0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    'eip155:42161/0xaf88d065e77c8cc2239327c5edb3a432268e5831',
    'eip155:42220/0xceba9300f2b948710d2653dd7b07f33a8b32118c',
    'eip155:43114/0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    'polkadot:68d56f15f85d3136970ec16946040bc1/1337',
  ],
  [
    'tokens',
    'USDT',
    'eip155:1/0xdac17f958d2ee523a2206206994597c13d831ec7',
    'eip155:43114/0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  ],
  [
    'tokens',
    'DAI',
    'eip155:1/0x6b175474e89094c44da98b954eedeac495271d0f',
    'eip155:10/0xda10009cbd5d07dd0cecc66161fc93d7c9000da1',
    'eip155:8453/0x50c5725949a6f0c72e6c4a641f24049a917db0cb',
    'eip155:42161/0xda10009cbd5d07dd0cecc66161fc93d7c9000da1',
    'eip155:137/0x8f3cf7ad23cd3cadbd9735aff958023239c6a063',
  ],
  [
    'tokens',
    'WBTC',
    'eip155:1/0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
    'eip155:10/0x68f180fcce6836688e9084f035309e29bf0a2095',
    'eip155:137/0x1bfd67037b42cf73acf2047067bd4f2c47d9bfd6',
  ],
  [
    'tokens',
    'LINK',
    'eip155:1/0x514910771af9ca656af840dff83e8264ecf986ca',
    'eip155:10/0x350a791bfc2c21f9ed5d10980dad2e2638ffa7f6',
    'eip155:42161/0xf97f4df75117a78c1a5a0dbb814af92458539fb4',
    'eip155:43114/0x5947bb275c521040051d82396192181b413227a3',
  ],
  [
    'tokens',
    'AAVE',
    'eip155:1/0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9',
    'eip155:137/0xd6df932a45c0f255f85145f286ea0b292b21c90b',
    'eip155:43114/0x63a72806098bd3d9520cc43356dd78afe5d386d9',
  ],
  ['tokens', 'ARB', 'eip155:42161/0x912ce59144191c1204e64559fe8253a0e49e6548'],
  ['tokens', 'OP', 'eip155:10/0x4200000000000000000000000000000000000042'],
  [
    'tokens',
    'EURC',
    'eip155:1/0x1abaea1f7c830bd89acc67ec4af516284b1bc33c',
    'eip155:8453/0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42',
    'eip155:43114/0xc891eb4cbdeff6e073e859e987815ed1505c2acd',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr',
  ],
  ['tokens', 'PYUSD', 'eip155:1/0x6c3ea9036406852006290770bedfcaba0e23a0e8'],
  ['tokens', 'LDO', 'eip155:1/0x5a98fcbea516cf06857215779fd812ca3bef1b32'],
  ['tokens', 'ENS', 'eip155:1/0xc18360217d8f7ab5e7c516566761ea12ce7f9d72'],
  [
    'tokens',
    'GRT',
    'eip155:1/0xc944e90c64b2c07662a292be6244bdf05cda44a7',
    'eip155:42161/0x9623063377ad1b27544c965ccd7342f7ea7e88c7',
  ],
  ['tokens', 'MKR', 'eip155:1/0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2'],
]

/** Returns a logo of the package with its background. Coordinates are in hundredths of a unit. A logo is a square of 24 units. */
async function picture(kind, name) {
  const { default: svg } = await import(`@web3icons/core/svgs/${kind}/background/${name}.svg.js`)
  const preset = { name: 'preset-default', params: { overrides: { cleanupIds: { minify: true } } } }
  const plugins = [preset, 'removeDimensions', { name: 'removeAttrs', params: { attrs: '(class|style)' } }]
  return optimize(svg, { floatPrecision: 2, multipass: true, plugins }).data
}

async function pack(table, comment) {
  const lines = []
  for (const [kind, name, ...ids] of table) {
    const value = kind.startsWith('#') ? kind : await picture(kind, name)
    lines.push(
      `[${JSON.stringify(value)}, ${JSON.stringify((kind.startsWith('#') ? [name, ...ids] : ids).join(' '))}]`,
    )
  }
  const head = `// Written by scripts/marks/copy-marks.mjs from @web3icons/core ${version} (MIT, see THIRD-PARTY.md). Do not edit.`
  return `${head}\n/** ${comment} */\nexport const marks: readonly (readonly [mark: string, ids: string])[] = [\n${lines.join(',\n')},\n]\n`
}

const folder = join(root, 'src/ui-react/marks')
const packs = {
  'wallet-marks.ts': await pack(
    [...wallets, ...walletColors],
    'By rdns (EIP-6963) and the id in the wallet list. A wallet without a mark has a color.',
  ),
  'network-marks.ts': await pack(networks, 'By CAIP-2 id.'),
  'token-marks.ts': await pack(tokens, 'By CAIP-2 id for a native coin, else by CAIP-2 id and address.'),
}
for (const [name, text] of Object.entries(packs)) writeFileSync(join(folder, name), text)
run(bin('biome', '@biomejs/biome'), ['format', '--write', folder])
