import { base64 } from '@scure/base'
import { createLatchkey, type Latchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { solana } from 'latchkey/adapters/solana'
import { ledger } from 'latchkey/connectors/ledger'
import { registerSolanaMobile } from 'latchkey/connectors/solana-mobile'
import { mainnet, solanaMainnet } from 'latchkey/networks'
import { page } from './page-globals.ts'

let latchkey: Latchkey
const names = () => latchkey.connector.state.connectors.map(({ name }) => name)
const account = () => latchkey.account.state.solana?.caipAddress as `solana:${string}:${string}`

page.latchkeyClient = {
  async start() {
    const registered = await registerSolanaMobile({ app: { name: 'Orchard' } })
    latchkey = createLatchkey({
      networks: [mainnet, solanaMainnet],
      adapters: [eip155(), solana()],
      connectors: [ledger()],
    })
    await latchkey.ready()
    await latchkey.connector.discover()
    return { registered, names: names() }
  },
  async connect(name: string) {
    const { id } = latchkey.connector.state.connectors.find((one) => one.name === name) ?? { id: '' }
    const [connection] = await latchkey.connect({ connectorId: id })
    return connection?.addresses[0]
  },
  signMessage: async (message: string) =>
    (await (await latchkey.adapter('solana')).signMessage(account(), message)).signature,
  async signTransaction(wire: string) {
    const adapter = await latchkey.adapter('solana')
    const signed = await adapter.signTransaction?.(account(), { wire: base64.decode(wire) })
    return base64.encode(signed as never)
  },
  hasBuffer: () => 'Buffer' in page,
}
