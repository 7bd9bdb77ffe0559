import type { Wallet } from '@wallet-standard/base'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

type Feature = Readonly<Record<string, unknown>>

/** The features that work without a session with the app on the phone. */
const local = ['standard:events', 'standard:disconnect']

/**
 * Returns the wallet of `@solana-mobile/wallet-standard-mobile` with two corrections.
 * `signedMessage` is only the message, without the signature. Before a call that may contact an app
 * on the phone, this code requests the browser's permission for this contact. The package itself
 * would request the permission in a dialog that loads a font from a Google server.
 */
export function correctedWallet(wallet: Wallet): Wallet {
  const asking =
    (run: (...inputs: readonly unknown[]) => unknown) =>
    async (...inputs: readonly unknown[]) => {
      const { silent } = Object(inputs[0]) as { readonly silent?: unknown }
      if (silent !== true) await allowLoopback()
      return run(...inputs)
    }
  const member = (name: string, value: unknown): unknown => {
    if (typeof value !== 'function') return value
    const run = asking(value as () => unknown)
    return name === 'signMessage' ? withoutSignature(run as SignMessage) : run
  }
  const guarded = (feature: Feature): Feature =>
    Object.fromEntries(Object.entries(feature).map(([name, value]) => [name, member(name, value)]))
  return {
    version: wallet.version,
    name: wallet.name,
    icon: wallet.icon,
    chains: wallet.chains,
    get accounts() {
      return wallet.accounts
    },
    get features() {
      return Object.fromEntries(
        Object.entries(wallet.features).map(([name, feature]) => [
          name,
          local.includes(name) ? feature : guarded(feature as Feature),
        ]),
      )
    },
  }
}

interface Signed {
  readonly signedMessage: Uint8Array
  readonly signature: Uint8Array
}
type SignMessage = (...inputs: readonly unknown[]) => Promise<readonly Signed[]>

/** The library's signed message is the message followed by the signature. Return only the message. */
const withoutSignature =
  (sign: SignMessage): SignMessage =>
  async (...inputs) => {
    const signed = await sign(...inputs)
    return signed.map(({ signedMessage, signature }, index) => {
      const { message } = inputs[index] as { readonly message: Uint8Array }
      const isAppended = signedMessage.length === message.length + signature.length
      return { signedMessage: isAppended ? signedMessage.slice(0, message.length) : signedMessage, signature }
    })
  }

/**
 * Asks for the browser's permission to contact an app on the phone. Browsers prompt the visitor only when the page sends a
 * request to the phone itself. So this function sends a request to an address on the phone where no server listens
 * (https://wicg.github.io/local-network-access). A Content Security Policy must allow this request; `docs/wallets.md` has the
 * address.
 */
async function allowLoopback(): Promise<void> {
  if ((await loopbackState()) === 'prompt')
    await fetch('http://localhost:9/', { mode: 'no-cors' }).catch(() => {})
  if ((await loopbackState()) !== 'granted')
    throw latchkeyError('connection/failed', {
      details:
        'The browser blocks connections to apps on this phone: allow local network access for this page',
    })
}

/**
 * Returns the state of the browser's permission to contact an app on the phone. Some browsers don't know this permission and
 * always allow the contact.
 */
async function loopbackState(): Promise<PermissionState> {
  try {
    return (await navigator.permissions.query({ name: 'loopback-network' as PermissionName })).state
  } catch {
    return 'granted'
  }
}
