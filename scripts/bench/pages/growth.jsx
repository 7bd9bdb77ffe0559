import { createLatchkey, externalConnector } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { mainnet } from 'latchkey/networks'
import {
  ConnectButton,
  LatchkeyModal,
  LatchkeyProvider,
  useAccount,
  useBalance,
  useLatchkey,
  useNetwork,
} from 'latchkey/react'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'

// Each function below makes a page of the given size, and resolves with the time of what is measured, in ms.

const rpcUrls = { default: { http: [`${location.origin}/rpc`] } }
const address = `0x${'11'.repeat(20)}`
/** A wallet that connects at once. */
const wallet = externalConnector({
  id: 'instant',
  name: 'Instant',
  provider: {
    async request({ method }) {
      if (/accounts$/i.test(method)) return [address]
      if (method === 'eth_chainId') return '0x1'
      throw Object.assign(new Error('not supported'), { code: 4200 })
    },
    on() {},
    removeListener() {},
  },
})
const many = (count, make) => Array.from({ length: count }, (_, at) => make(at))
const frame = () => new Promise(requestAnimationFrame)
/** Resolves in the frame after the first frame in which `isSo` is true. */
async function until(isSo) {
  while (!isSo()) await frame()
  await frame()
}
async function timed(run) {
  const started = performance.now()
  await run()
  return performance.now() - started
}

/** Renders the children beside the modal. */
async function page(children, options = {}) {
  const held = {}
  const Holder = () => {
    const latchkey = useLatchkey()
    useEffect(() => {
      held.latchkey = latchkey
    }, [latchkey])
  }
  const create = () =>
    createLatchkey({
      networks: [{ ...mainnet, rpcUrls }],
      adapters: [eip155()],
      connectors: [wallet],
      ...options,
    })
  const root = createRoot(document.getElementById('root'))
  const render = (inner) =>
    root.render(
      <LatchkeyProvider create={create}>
        <Holder />
        <ConnectButton />
        <LatchkeyModal />
        {inner}
      </LatchkeyProvider>,
    )
  render(children)
  await until(() => held.latchkey)
  await held.latchkey.ready()
  return { latchkey: held.latchkey, render }
}
const modal = () => document.querySelector('[data-testid=lk-host]')?.shadowRoot?.querySelector('dialog[open]')

/** Connects a page with this many balance components, and waits until all are connected. */
async function balances(size) {
  const Balance = () => <i>{useBalance().balance ? 'known' : ''}</i>
  const { latchkey } = await page(many(size, (at) => <Balance key={at} />))
  const shown = () => [...document.querySelectorAll('i')].filter((one) => one.textContent === 'known').length
  return timed(async () => {
    await latchkey.connect({ connectorId: 'instant' })
    await until(() => shown() === size)
  })
}

/** Removes this many components with hooks. */
async function leaving(size) {
  const Probe = () => {
    useAccount()
    useNetwork()
    useBalance()
    return <i />
  }
  const { render } = await page(many(size, (at) => <Probe key={at} />))
  await until(() => document.querySelectorAll('i').length === size)
  return timed(async () => {
    render(null)
    await until(() => document.querySelectorAll('i').length === 0)
  })
}

/** While the list is open, this many wallets with icons of 20 kB announce themselves. */
async function announcements(size) {
  const { latchkey } = await page(null)
  await latchkey.open()
  await until(() => modal()?.querySelector('button.row'))
  const known = latchkey.connector.state.connectors.length
  const icon = (at) => `data:image/png;base64,${btoa(`${at}`.padStart(15_000, 'x'))}`
  const details = many(size, (at) =>
    Object.freeze({
      info: {
        uuid: `350670db-19fa-4704-a166-${`${at}`.padStart(12, '0')}`,
        name: `Wallet ${at}`,
        icon: icon(at),
        rdns: `org.example.w${at}`,
      },
      provider: { request: async () => [], on() {}, removeListener() {} },
    }),
  )
  return timed(async () => {
    for (const detail of details) dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    await until(() => latchkey.connector.state.connectors.length >= known + size)
  })
}

/** Opens the list of this many networks. */
async function networks(size) {
  const all = many(size, (at) => ({
    ...mainnet,
    id: at + 1,
    caipNetworkId: `eip155:${at + 1}`,
    name: `Network ${at}`,
    rpcUrls,
  }))
  const { latchkey } = await page(null, { networks: all })
  await latchkey.connect({ connectorId: 'instant' })
  return timed(async () => {
    await latchkey.open({ view: 'Networks' })
    await until(() => modal()?.textContent.includes('Network 1'))
  })
}

/** Reads this many pages of 50 transactions into the open list. */
async function activity(size) {
  const entry = (at) => ({
    id: `tx${at}`,
    metadata: {
      operationType: 'send',
      hash: `0x${at.toString(16).padStart(64, '0')}`,
      chain: 'eip155:1',
      minedAt: new Date(1.7e12 - at * 3.6e6).toISOString(),
      sentFrom: address,
      sentTo: address,
      status: 'confirmed',
    },
    transfers: [],
  })
  const data = 'https://data.example'
  const fetch = async (input, init) => {
    const { origin, pathname, searchParams } = new URL(input)
    if (origin !== data) return globalThis.fetch(input, init)
    if (pathname.endsWith('/supported-chains')) return Response.json({ http: ['eip155:1'] })
    if (pathname.endsWith('/balance')) return Response.json({ balances: [] })
    const at = Number(searchParams.get('cursor') ?? 0)
    return Response.json({ data: many(50, (each) => entry(at * 50 + each)), next: `${at + 1}` })
  }
  const { latchkey } = await page(null, { endpoints: { data }, platform: { fetch } })
  await latchkey.connect({ connectorId: 'instant' })
  await latchkey.open({ view: 'Transactions' })
  const listed = () => latchkey.activity.state.transactions.length
  await until(() => listed() === 50)
  return timed(async () => {
    for (let read = 1; read < size; read++) await latchkey.activity.loadMore()
    await until(() => listed() === size * 50)
  })
}

globalThis.growth = { balances, leaving, announcements, networks, activity }
