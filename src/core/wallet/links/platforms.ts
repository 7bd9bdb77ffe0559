/** The ways to reach a catalogue wallet, in order of preference. */
export type WalletPlatform = 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'unsupported'

export interface PlatformFacts {
  readonly mobile: boolean
  /** Whether a connector of the page reaches this wallet. */
  readonly installed: boolean
  /** Whether at least one adapter supports this wallet. */
  readonly adapters: boolean
}

/**
 * Returns the ways to reach a wallet. The view shows the first of them. Without a wallet, or if no way is known, returns only the
 * QR code (S3.4.4).
 */
export function walletPlatforms(
  wallet:
    | {
        readonly rdns?: string | null | undefined
        readonly chrome_store?: string | null | undefined
        readonly mobile_link?: string | null | undefined
        readonly desktop_link?: string | null | undefined
        readonly webapp_link?: string | null | undefined
      }
    | undefined,
  { mobile, installed, adapters }: PlatformFacts,
): readonly [WalletPlatform, ...WalletPlatform[]] {
  if (!wallet) return ['qrcode']
  const { rdns, chrome_store, mobile_link, desktop_link, webapp_link } = wallet
  const ways: readonly (readonly [WalletPlatform, unknown])[] = [
    ['browser', installed && adapters],
    [mobile ? 'mobile' : 'qrcode', mobile_link],
    ['web', webapp_link],
    ['desktop', !mobile && desktop_link],
    ['unsupported', (rdns || (!mobile && chrome_store)) && !installed && adapters],
  ]
  const [first = 'qrcode', ...rest] = ways.filter(([, open]) => open).map(([platform]) => platform)
  return [first, ...rest]
}
