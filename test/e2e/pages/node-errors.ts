import { createLatchkey, type HttpError, type LatchkeyError } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'

export interface NodeErrorsPage {
  /** Reads a balance from a node. Resolves with what the page knows about the error. */
  readBalance(url: string): Promise<{
    readonly code?: string
    readonly host?: string | undefined
    readonly details?: string | undefined
    readonly reason?: unknown
    readonly retryAfter?: string | null | undefined
  }>
  /**
   * Reads the balances of `count` accounts, one after the other, with the default options. Resolves with the balances
   * or the codes of the errors.
   */
  readBalances(urls: readonly string[], count: number): Promise<readonly string[]>
}

function clientOf(urls: readonly string[], rpc: { readonly retries?: number }) {
  return createLatchkey({
    name: 'node-errors',
    networks: [
      {
        id: 31337,
        name: 'Local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: urls } },
      },
    ],
    adapters: [eip155()],
    rpc,
    enableEIP6963: false,
    enableInjected: false,
  })
}

const page: NodeErrorsPage = {
  async readBalance(url) {
    const latchkey = clientOf([url], { retries: 0 })
    try {
      const adapter = await latchkey.adapter('eip155')
      await adapter.getBalance(`eip155:31337:0x${'1'.repeat(40)}`)
      return {}
    } catch (error) {
      const { code, host, details, values, response } = error as LatchkeyError & Partial<HttpError>
      return { code, host, details, reason: values.reason, retryAfter: response?.headers.get('retry-after') }
    } finally {
      await latchkey.dispose()
    }
  },
  async readBalances(urls, count) {
    const latchkey = clientOf(urls, {})
    const adapter = await latchkey.adapter('eip155')
    const read: string[] = []
    for (let at = 0; at < count; at++) {
      const account = `eip155:31337:0x${String(at).padStart(40, '1')}` as const
      read.push(
        await adapter.getBalance(account).then(
          ({ value }) => String(value),
          (error: LatchkeyError) => error.code,
        ),
      )
    }
    await latchkey.dispose()
    return read
  },
}
Object.assign(globalThis, { page })
