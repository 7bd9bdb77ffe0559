import { createLatchkey, type HttpError, type LatchkeyError } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'

export interface NodeErrorsPage {
  /** What a page learns of an error, when it reads a balance from a node. */
  readBalance(url: string): Promise<{
    readonly code?: string
    readonly host?: string | undefined
    readonly details?: string | undefined
    readonly reason?: unknown
    readonly retryAfter?: string | null | undefined
  }>
}

const page: NodeErrorsPage = {
  async readBalance(url) {
    const latchkey = createLatchkey({
      name: 'node-errors',
      networks: [
        {
          id: 31337,
          name: 'Local',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: [url] } },
        },
      ],
      adapters: [eip155()],
      rpc: { retries: 0 },
      enableEIP6963: false,
      enableInjected: false,
    })
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
}
Object.assign(globalThis, { page })
