import type { Wallet } from '@wallet-standard/base'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

type Feature = Readonly<Record<string, unknown>>

/** The features that don't open a session with the app on the phone. */
const local = ['standard:events', 'standard:disconnect']

/**
 * The library's wallet with two corrections. It returns the signed messages without their signatures. Before it opens a session, it asks
 * for the browser's permission to reach apps on the phone; the library would ask with a dialog that loads a font from a server of
 * Google.
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

/** The library returns the wallet's payload as the signed message: the message with the signature behind it. */
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
 * Asks for the permission with a request that reaches nothing, because only a request prompts the visitor
 * (https://wicg.github.io/local-network-access). A Content Security Policy must allow this request: `docs/wallets.md` names the address.
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

/** Browsers without the permission allow the connection. */
async function loopbackState(): Promise<PermissionState> {
  try {
    return (await navigator.permissions.query({ name: 'loopback-network' as PermissionName })).state
  } catch {
    return 'granted'
  }
}
