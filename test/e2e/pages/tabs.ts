import { type ChainNetwork, createLatchkey, externalConnector, type Latchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { page } from './page-globals.ts'

let latchkey: Latchkey

/** Creates an extension that has authorized the site, and can't revoke this authorization. */
function wallet(id: string, address: string) {
  const answers: Readonly<Record<string, unknown>> = {
    eth_requestAccounts: [address],
    eth_accounts: [address],
    eth_chainId: '0x1',
  }
  const provider = {
    async request({ method }: { method: string }) {
      if (Object.hasOwn(answers, method)) return answers[method]
      throw Object.assign(new Error(`${method} is not known`), { code: 4200 })
    },
  }
  return externalConnector({ id, name: id, provider })
}

const network: ChainNetwork = {
  id: 1,
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  name: 'One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
}

page.latchkeyClient = {
  async start() {
    latchkey = createLatchkey({
      networks: [network],
      adapters: [eip155()],
      connectors: [wallet('first', `0x${'11'.repeat(20)}`), wallet('second', `0x${'22'.repeat(20)}`)],
    })
    await latchkey.ready()
  },
  /**
   * Connects or disconnects after a pause of `pause` ms. Ignores the error of an action that another tab's action has
   * canceled.
   */
  async act(what: string, pause: number) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const done = what === 'end' ? latchkey.disconnect() : latchkey.connect({ connectorId: what })
    await done.catch(() => {})
  },
  shown() {
    const { status } = latchkey.account.state.eip155
    return status === 'connected'
      ? latchkey.connections.of('eip155')?.connectorId
      : status === 'disconnected'
        ? 'none'
        : status
  },
  stored() {
    const text = localStorage.getItem('@latchkey/connection.eip155')
    return text ? JSON.parse(text).data.connectorId : 'none'
  },
}
page.uncaught = []
addEventListener('unhandledrejection', ({ reason }) => page.uncaught.push(String(reason)))
addEventListener('error', ({ message }) => page.uncaught.push(message))
