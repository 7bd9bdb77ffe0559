import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import { mainnet } from 'latchkey/networks'

const latchkey = createLatchkey({
  networks: [mainnet],
  adapters: [eip155()],
  connectors: [walletConnect()],
  endpoints: { relay: new URLSearchParams(location.search).get('relay') },
  projectId: 'bench',
})
await latchkey.ready()
const { pairing } = latchkey
globalThis.uriAfterClick = new Promise((resolve) => {
  document.querySelector('button').addEventListener('click', ({ timeStamp }) => {
    pairing.subscribe(() => {
      if (pairing.state.uri) resolve(performance.now() - timeStamp)
    })
    pairing.pair().catch(() => {})
  })
})
globalThis.isReady = true
