import type { Page } from '../../ports.ts'
import type { walletCall } from './wallet-calls.ts'
import { providerWatch } from './watched-provider.ts'
import { standardWalletWatch } from './watched-standard-wallet.ts'

interface RegisterApi {
  register(...wallets: readonly unknown[]): unknown
}

/**
 * Wraps a page, and records requests to its wallets: wallets of EIP-6963, `window.ethereum` and wallet-standard. Doesn't record
 * other wallets, such as wallets over a relay or in a frame.
 */
export function watchedPage(page: Page, watching: Parameters<typeof walletCall>[0]): Page {
  const provider = providerWatch(watching)
  const standard = standardWalletWatch(watching)
  const wrapApi = ({ register }: RegisterApi): RegisterApi =>
    Object.freeze({ register: (...wallets: readonly unknown[]) => register(...wallets.map(standard)) })
  return {
    ...page,
    global(name) {
      const value = page.global(name)
      return name === 'ethereum' ? provider(value, 'window.ethereum') : value
    },
    listen: (name, listener) => page.listen(name, (event) => listener(shown(event, provider, wrapApi))),
    dispatch: (name, detail) =>
      page.dispatch(name, name === 'wallet-standard:app-ready' ? wrapApi(detail as RegisterApi) : detail),
  }
}

function shown(
  event: Event,
  provider: ReturnType<typeof providerWatch>,
  wrapApi: (api: RegisterApi) => RegisterApi,
): Event {
  const { detail } = event as CustomEvent<unknown>
  if (event.type === 'eip6963:announceProvider' && Object.isFrozen(detail)) {
    const announced = detail as { readonly info?: { readonly name?: unknown }; readonly provider?: unknown }
    const name = `${announced.info?.name ?? 'A wallet'}`
    return carrying(event, Object.freeze({ ...announced, provider: provider(announced.provider, name) }))
  }
  if (event.type === 'wallet-standard:register-wallet' && typeof detail === 'function')
    return carrying(event, (api: RegisterApi) => detail(wrapApi(api)))
  return event
}

function carrying(event: Event, detail: unknown): Event {
  return new CustomEvent(event.type, { detail })
}
