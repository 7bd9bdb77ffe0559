import type { Wallet } from '@wallet-standard/base'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

type Feature = Readonly<Record<string, unknown>>

/** The features that work without a session with the app on the phone. */
const local = ['standard:events', 'standard:disconnect']

/**
 * How many seconds a request may stay without an answer while the visitor looks at the page. The library itself ends an attempt
 * to reach an app after about 35 seconds.
 */
const patience = 45

/**
 * Returns the wallet of `@solana-mobile/wallet-standard-mobile` with these corrections:
 *
 * - `signedMessage` is only the message, without the signature.
 * - Before a call that may contact an app on the phone, this code requests the browser's permission for this contact. The
 *   package itself would request the permission in a dialog that loads a font from a Google server.
 * - Each such call settles, even if the connection to the app is lost, and doesn't prevent a later attempt to connect.
 * - If the visitor declines, the call rejects with `wallet/user-rejected`.
 * - `solana:signIn` isn't a feature while the wallet has accounts. The library then doesn't ask the app, and returns no signature.
 */
export function correctedWallet(wallet: Wallet): Wallet {
  /** The latest attempt to connect, as long as the library hasn't settled it. */
  let connecting: Promise<unknown> | undefined

  /** While the library waits for an app, it answers another `connect` with no accounts. So end the earlier attempt. */
  const connectAgain = async (connect: () => Promise<unknown>) => {
    if (connecting && wallet.accounts.length === 0) {
      const { disconnect } = Object(wallet.features['standard:disconnect']) as { disconnect?(): unknown }
      await disconnect?.()
    }
    const attempt = connect()
    connecting = attempt
    try {
      return await attempt
    } finally {
      if (connecting === attempt) connecting = undefined
    }
  }
  const asking =
    (name: string, run: (...inputs: readonly unknown[]) => unknown) =>
    async (...inputs: readonly unknown[]) => {
      const { silent } = Object(inputs[0]) as { readonly silent?: unknown }
      if (silent === true) return run(...inputs)
      await allowLoopback()
      const ask = async () => run(...inputs)
      try {
        return await untilLost(name === 'connect' ? () => connectAgain(ask) : ask)
      } catch (error) {
        throw isDeclined(error, name) ? latchkeyError('wallet/user-rejected', { cause: error }) : error
      }
    }
  const member = (name: string, value: unknown): unknown => {
    if (typeof value !== 'function') return value
    const run = asking(name, value as () => unknown)
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
      const isUsable = (name: string) => name !== 'solana:signIn' || wallet.accounts.length === 0
      return Object.fromEntries(
        Object.entries(wallet.features)
          .filter(([name]) => isUsable(name))
          .map(([name, feature]) => [name, local.includes(name) ? feature : guarded(feature as Feature)]),
      )
    },
  }
}

/**
 * Settles like the request. Rejects if the app hasn't answered although the visitor has returned to the page. This limit is
 * needed because the library doesn't settle a request if the connection to the app closes during the session.
 */
async function untilLost<T>(run: () => Promise<T>): Promise<T> {
  let left = patience
  let isClosed = false
  // A tap on the library's indicator closes the connection. The library settles requests that the app hasn't received yet.
  const close = ({ target }: Event) => {
    const { style } = Object(target) as { readonly style?: Partial<CSSStyleDeclaration> }
    if (!style?.getPropertyValue?.('--spinner-color')) return
    isClosed = true
    left = 1
  }
  let timer: ReturnType<typeof setInterval> | undefined
  const lost = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const isInFront = document.visibilityState === 'visible' && document.hasFocus()
      if (isInFront) left--
      else if (!isClosed) left = patience
      if (left > 0) return
      reject(
        isClosed
          ? latchkeyError('wallet/closed-during-request')
          : latchkeyError('wallet/timeout', { values: { seconds: patience } }),
      )
    }, 1000)
  })
  document.addEventListener('click', close, true)
  try {
    return await Promise.race([run(), lost])
  } finally {
    clearInterval(timer)
    document.removeEventListener('click', close, true)
  }
}

/** Returns whether the visitor declined the request in the app. The library wraps the app's error in other errors. */
function isDeclined(error: unknown, method: string): boolean {
  for (let layer = error, depth = 0; depth < 4; depth++) {
    const { name, code, cause } = Object(layer) as Record<'name' | 'code' | 'cause', unknown>
    // For a signature, the code -1 means that the app doesn't know its authorization anymore.
    if (name === 'SolanaMobileWalletAdapterProtocolError')
      return code === (method === 'connect' || method === 'signIn' ? -1 : -3)
    layer = cause
  }
  return false
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
