import { type ChainNetwork, createLatchkey, type Latchkey, type MessageSignature } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { page } from './page-globals.ts'

let latchkey: Latchkey
const account = () => {
  const caipAddress = latchkey.account.state.eip155.caipAddress
  if (!caipAddress) throw new Error('not connected')
  return caipAddress as `eip155:${string}:${string}`
}

page.latchkeyClient = {
  async start(networks: [ChainNetwork, ...ChainNetwork[]]) {
    latchkey = createLatchkey({ networks, adapters: [eip155()] })
    await latchkey.ready()
    return latchkey.connector.state.connectors.map(({ id, name }) => ({ id, name }))
  },
  async connect(connectorId: string) {
    await latchkey.connect({ connectorId })
    return account()
  },
  sign: async (message: string): Promise<MessageSignature> =>
    (await latchkey.adapter('eip155')).signMessage(account(), message),
  send: async (to: string) =>
    (await latchkey.adapter('eip155')).send({ from: account(), to, amount: 10n ** 18n }),
  async switch(network: `eip155:${string}`) {
    await latchkey.switchNetwork(network)
    return account()
  },
  restored: () => account(),
  disconnect: () => latchkey.disconnect(),
  dispose: () => latchkey.dispose(),
}
