import type { CaipNetworkId } from '../core/chain/caip.ts'
import type { ChainNamespace } from '../core/chain/namespace.ts'
import type { CatalogueWallet } from '../core/wallet/list/catalogue-wallet.ts'

/**
 * One wallet per line. Trailing columns may be missing:
 *
 * 1. Name.
 * 2. Families: the first letter of each namespace, followed by the wallet's popularity rank in that family (1 is the most
 *   popular). The ranks are our estimates. Wallets with the same rank keep the order of the table.
 * 3. Id in WalletConnect's explorer, otherwise the name that our connectors use. If empty, the id is the rdns.
 * 4. rdns (EIP-6963).
 * 5. Home page, without `https://`.
 * 6. Link to the wallet's mobile app, or only the scheme of the link.
 * 7. Universal link, without `https://`.
 * 8. App Store id.
 * 9. Google Play package.
 * 10. Chrome Web Store id.
 * 11. Link to the wallet's desktop app, or only the scheme of the link.
 * 12. Web app, without `https://`.
 *
 * Every page that lists wallets loads this table. To save bytes, the table is a text instead of objects. A wallet has a family
 * only if one of our connectors finds the wallet for this family, or if the wallet accepts WalletConnect sessions of this family.
 */
const table = `MetaMask|e1s3|c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96|io.metamask|metamask.io|metamask|metamask.app.link|1438144202|io.metamask|nkbihfbeogaeaoehlefnkodbefgpgknn
Trust Wallet|e2s3p7|4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0|com.trustwallet.app|trustwallet.com|trust|link.trustwallet.com|1288339409|com.wallet.crypto.trustapp|egjidjbpglichdcondbcbdnbeeppgdph
Phantom|e3s1b3|a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393|app.phantom|phantom.com|||1598432977|app.phantom|bfnaelmomeimhlpmgjnjophhpkkoljpa
Coinbase Wallet|e2s3|fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa|com.coinbase.wallet|www.coinbase.com/wallet|||1278383455|org.toshi|hnfanknocfeofbddgcijnmhnfnkdnaad
OKX Wallet|e3s3b2|971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709|com.okex.wallet|www.okx.com/download|okex://main||1327268470|com.okinc.okex.gp|mcohilncbfahbmgdjkbpemcciiolgcge
Binance Wallet|e3b4|8a0ee50d1f22f6651afcae7eb4253e52a3310b90af5daef78a8c4929a9bb99d4|com.binance.wallet|www.binance.com/en/web3wallet|bnc://app.binance.com/cedefi/|app.binance.com/cedefi|1436799971|com.binance.dev|cadiboklkpojfamcoggejbbdjcoiljjk
Bitget Wallet|e3s4b4|38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662|com.bitget.web3|web3.bitget.com|bitkeep|bkapp.vip|1395301115||jiidiaalihmmhddjgbnbgdfflelocpak
Rabby Wallet|e3|18388be9ac2d02726dbac9777c96efaac06d744b2f6d580fccdd4127a6d01fd1|io.rabby|rabby.io|rabby||6474381673|com.debank.rabbymobile|acmacodkjbdgmoleebolmdjonilkdbch
Rainbow|e4|1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369|me.rainbow|rainbow.me|rainbow|rnbwapp.com|1457119021|me.rainbow|opfgelmcmbiajamepnmloijbpoleiama
Uniswap Wallet|e4|c03dfee351b6fcc421b4494ea33b9d4b92a984f87aa76d1663bb28705e95034a|org.uniswap.app|wallet.uniswap.org|uniswap|uniswap.org/app|6443944476|com.uniswap.mobile|nnpmfplkfogfpmcngplhnbdnnilmcdcg
Ledger|e4s5b5|19177a98252e07ddfc9af2083ba8e07ef627cb6103467ffebb3f8f4205fd7927||www.ledger.com|ledgerlive||1361671700|com.ledger.live||ledgerlive
SafePal|e4s6c4|0b415a746fb9ee99cce155c2ceca0c6f6061b1dbca2d722b3ba16381d0562150||www.safepal.com|safepalwallet|link.safepal.io|1548297139|io.safepal.wallet|lgmpcpglpngdoalbgeoldeajfclnhafa
Zerion|e5|ecc4036f814562b41a5268adc86270fba1365471402006302e70169465b7ac18|io.zerion.wallet|zerion.io|zerion||1456732565|io.zerion.android|klghhnkeealcohjjanjjdaeeggmfmlpl
Safe|e5|225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f||safe.global|safe|app.safe.global|6748754793|global.safe.mobileapp|||app.safe.global
Exodus|e6s5b6|e9ff15be73584489ca4a66f64d32c4537711797e30b6660dbcb71ea72a42b1f4|com.exodus.web3-wallet|exodus.com|exodus|exodus.com/m|1414384820|exodusmovement.exodus|aholpfdialjgjfhomihkjbmgjidlcdno
Solflare|s1|1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79||solflare.com|||1580902717|com.solflare.mobile|bhhhlbepdkbapadjdnnojkbgioiodbic
Jupiter|s2|0ef262ca2a56b88d179c93a21383fee4e135bd7bc6680e5c2356ff8e38301037||jup.ag/mobile|jupiter||6484069059|ag.jup.jupiter.android|iledlaeogohbilgbfhmbgkgmpplbfboh
Backpack|e7s2|2bd8c14e035c2d48f184aaa168559e86b0e3433228d3c4075900a221785019b0|app.backpack|backpack.app|backpack|backpack.app/ul/v1|6445964121|app.backpack.mobile|aflkmfhebedbjioipglgcbcmnbpgliof
Magic Eden|s4b4|8b830a2b724a9c3fbab63af6f55ed29c9dfa8a55e732dc88c80a196a2ba136c6|io.magiceden.wallet|wallet.magiceden.io|magiceden||6478631482|com.magiceden.wallet|mkpegjkblkkefacfnmkajcjmabijhclg
Xverse|b1|2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b||www.xverse.app|xverse||1552272513|com.secretkeylabs.xverse|idnnbdplmphpflfnlkomgpfbpcgelopg
UniSat|b1|unisat||unisat.io|||||ppbibelpcjmhbdihakflkdcoccbgbkpo
Leather|b2|483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13||leather.io|||||ldinpeekobnhjjdofggfgjlcehhmanlj
Horizon Wallet|b7|HorizonWalletProvider|||||||bnmgkjlaommgappfckljlelgahnbngme
SubWallet|e7p1|9ce87712b99b3eb57396cc8621db8900ac983c712236f48fb70ad28760be3f6a|app.subwallet|www.subwallet.app|subwallet|mobile.subwallet.app|1633050285|app.subwallet.mobile|onhogfjeacnfoofkfgppdlbmlmnplgbn
Talisman|e7p1|e0c2e199712878ed272e2c170b585baa0ff0eb50b07521ca586ebf7aeeffc598|xyz.talisman|talisman.xyz|talisman||6761427240|xyz.talisman.app|fijngjgcjhjmmpcmkeiomlglpeiijkld
Nova Wallet|e8p1|43fd1a0aeb90df53ade012cca36692a46d265f0b99b7561e645af42d752edb92|io.novawallet|novawallet.io|novawallet||1597119355|io.novafoundation.nova.market
Polkadot{.js}|p2|polkadot-js||polkadot.js.org/extension|||||mopnmbcafieddcagagdcbnhejhlodfdd
PolkaGate|p3|polkagate||polkagate.xyz|||||ginchbkmljhldofnbjabmeophlhdldgp
Fearless Wallet|p4|fearless-wallet||fearlesswallet.io|||1537251089|jp.co.soramitsu.fearless|nhlnehondigmgckngjomcpcefcdplmgc
Enkrypt|e8p4||com.enkrypt|www.enkrypt.com|||||kkpllkodjeloidieedojogacfhpaihoh
Aleph Zero Signer|p8|aleph-zero-signer||alephzero.org/signer|||||opbinaebpmphpefcimknblieddamhmol
OneKey|e6s6p5b5c4|1aedbcfc1f31aade56ca34c38b0a1607b41cccfa3de93c946ef3b4ba2dfab11c|so.onekey.app.wallet|onekey.so|onekey-wallet|app.onekey.so/wc/connect|1609559473|so.onekey.app.wallet|jnmbobjmhlngoefaiojfljckilhhlhcj|onekey-wallet
Nightly|e9s6p5|9a4cddbdbc19005be790f37cc9176dd24eae51aa2a49fa3edeb3b6a8b089b7be|app.nightly|nightly.app|nightly||6444768157|com.nightlymobile|fiikommddbeccaoicoejoniammnalkfa
MathWallet|e8s7p6c5|7674bb4e353bf52886768a3ddc2a4562ce2f4191c80831291218ebd90f5f5e26||mathwallet.org|mathwallet||1582612388|com.mathwallet.android|afbcbjpbpfadlkmhmclhkeeodmamcflc
Keplr|e9c1|6adb6082c909901b9e7189af3a4a0223102cd6f8d5c39e39f3d49acb92b578bb|app.keplr|www.keplr.app|keplrwallet://wcV2|deeplink.keplr.app|1567851089|com.chainapsis.keplr|dmkamcknogkgcdfhhbddcghachkejeap
Leap|c2|3ed8cc046c6211a798dc5ec70f1302b43e07db9639fd287de44a9aa115a21ed6||www.leapwallet.io|leapcosmos||1642465549|io.leapwallet.cosmos|fcfcfllfndlomdhbehjjcoimbgofdncg
Cosmostation|c2|feb6ff1fb426db18110f5a80c7adbde846d0a7e96b2bc53af4b73aaf32552bea||www.cosmostation.io|cosmostation||1459830339|wannabit.io.cosmostaion|fpkhgmpbidmiogeglndfbkegfdlnajnf
OWallet|e9c3||io.owallet|owallet.io|||1626035069|com.io.owallet|hhejbopdnpbjgomhpmegemnjogflenga
Ctrl Wallet|e8s7c4|f896cbca30cd6dc414712d3d6fcc2f8f7d35d5bd30e3b1fc5d60cf6c8926f98f|xyz.ctrl|ctrl.xyz|||||hmeobnfnfcmdkdcmlblgagmfpfboieaf
Vultisig|e9s8c5||me.vultisig|vultisig.com|||6503023896|com.vultisig.wallet|ggafhcdaplkhmmnlbfjpnnkepdfjaelb
Arculus Wallet|e9s8c6|0e4915107da5b3408b38e248f7a710f4529d54cd30e9d12ff0eb886d45c18e92||www.arculus.co|arculuswc|gw.arculus.co/app/wc|1575425801|co.arculus.wallet.android
FoxWallet|e9c6|c7708575a2c3c9e6a8ab493d56cdcc56748f03956051d021b8cd8d697d9a3fd2||foxwallet.com|foxwallet|link.foxwallet.com|1590983231|com.foxwallet.play
Frontier|e9s8c7|85db431492aa2e8672e93f4ea7acf10c88b97b867b0d373107af63dc4880f041|xyz.frontier.wallet|www.frontier.xyz|frontier||1482380988|com.frontierwallet|kppfdiipphfccemcignhifpjkapfbihd`

/** The networks that represent all networks of their family in a wallet's `chains`. */
const networks: readonly CaipNetworkId[] = [
  'eip155:1',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  'bip122:000000000019d6689c085ae165831e93',
  'cosmos:cosmoshub-4',
]

/**
 * Returns the well-known wallets of the given families, the most popular first. In a wallet's `chains`, one network represents
 * all networks of its family.
 */
export function wellKnownWallets(namespaces: readonly ChainNamespace[]): readonly CatalogueWallet[] {
  return table
    .split('\n')
    .map((line) => line.split('|'))
    .map((columns) => ({ columns, rank: Math.min(...namespaces.map((one) => rankOn(one, columns[1]))) }))
    .filter(({ rank }) => rank < unranked)
    .sort((a, b) => a.rank - b.rank)
    .map(({ columns }) => readWallet(columns))
}

const unranked = 10

function rankOn([letter = '']: ChainNamespace, families = ''): number {
  return Number(families.split(letter)[1]?.[0] ?? unranked)
}

function readWallet(columns: readonly string[]): CatalogueWallet {
  const [name = '', families = '', id, rdns, home, app, universal, ios, android, chrome, desktop, web] =
    columns
  return {
    id: id || rdns || name,
    name,
    rdns: rdns || undefined,
    chains: networks.filter(([letter = '']) => families.includes(letter)),
    homepage: after('https://', home),
    mobile_link: schemeLink(app),
    link_mode: after('https://', universal),
    desktop_link: schemeLink(desktop),
    webapp_link: after('https://', web),
    app_store: after('https://apps.apple.com/app/id', ios),
    play_store: after('https://play.google.com/store/apps/details?id=', android),
    chrome_store: after('https://chromewebstore.google.com/detail/', chrome),
  }
}

function after(start: string, rest: string | undefined): string | undefined {
  return rest ? start + rest : undefined
}

function schemeLink(link: string | undefined): string | undefined {
  return link && !link.includes(':') ? `${link}://` : link || undefined
}
