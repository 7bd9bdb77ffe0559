/** The links of a catalogue wallet. They are untrusted. */
export interface WalletLinks {
  readonly mobile_link?: string | null | undefined
  readonly desktop_link?: string | null | undefined
  readonly webapp_link?: string | null | undefined
  readonly link_mode?: string | null | undefined
}

/** The app schemes that known wallets publish. Hosts add other schemes with `customWallets`. */
const known: readonly string[] = [
  'alphawallet',
  'ambire',
  'arculuswc',
  'argent',
  'backpack',
  'bifrostwallet',
  'bitget',
  'bitkeep',
  'bitpay',
  'blockchain-wallet',
  'bnc',
  'cbwallet',
  'coin98',
  'cosmostation',
  'crypto',
  'dfw',
  'exodus',
  'familywallet',
  'fearless',
  'foxwallet',
  'frontier',
  'glow',
  'gnosissafe',
  'imtokenv2',
  'jupiter',
  'keplrwallet',
  'krakenwallet',
  'leapcosmos',
  'leapcosmoswallet',
  'leather',
  'ledgerlive',
  'loopring',
  'magiceden',
  'mathwallet',
  'metamask',
  'mewwallet',
  'nightly',
  'nova',
  'novawallet',
  'okex',
  'okx',
  'oneinch',
  'onekey-wallet',
  'phantom',
  'polkawallet',
  'rabby',
  'rainbow',
  'robinhood-wallet',
  'roninwallet',
  'safe',
  'safepalwallet',
  'solflare',
  'status-im',
  'subwallet',
  'talisman',
  'tg',
  'timelesswallet',
  'tokenpocket',
  'tpoutside',
  'trust',
  'unisat',
  'uniswap',
  'wc',
  'xverse',
  'zengo',
  'zerion',
]

/** Returns whether a scheme, such as `rainbow:`, belongs to a known wallet or to a wallet that the host lists. */
export function isWalletScheme(scheme: string, listed: readonly WalletLinks[] = []): boolean {
  return (
    known.includes(scheme.slice(0, -1)) ||
    listed.some(({ mobile_link, desktop_link, webapp_link, link_mode }) =>
      [mobile_link, desktop_link, webapp_link, link_mode].some(
        (link) =>
          typeof link === 'string' && /^[a-z0-9+.-]*/i.exec(link)?.[0].toLowerCase() === scheme.slice(0, -1),
      ),
    )
  )
}
