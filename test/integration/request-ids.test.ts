import { verifyMessage } from 'ethers'
import { devAccounts, type Relay, startRelay } from 'latchkey/devnet'
import { type HeadlessWallet, type HeadlessWalletOptions, headlessWallet } from 'latchkey/wallets'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BareDapp, openBareDapp } from '../support/bare-dapp.ts'
import { devNetworks } from '../support/relayed-clients.ts'

// Each page chooses the ids of its requests, so two pages can choose the same id.

const chainId = 'eip155:31337'
const address = devAccounts.alice!.eip155!.address
const hexOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`
const scope = {
  chains: [chainId],
  methods: ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
  events: ['chainChanged'],
}

interface Answer {
  readonly result?: string
  readonly error?: { readonly code: number }
}
interface Page {
  readonly dapp: BareDapp
  readonly topic: string
}

describe('the sessions of one headless wallet', () => {
  let relay: Relay
  const pages: BareDapp[] = []
  const wallets: HeadlessWallet[] = []
  beforeAll(async () => {
    relay = await startRelay()
  })
  afterAll(() => relay.stop())
  afterEach(async () => {
    await Promise.all([
      ...pages.splice(0).map((page) => page.close()),
      ...wallets.splice(0).map((w) => w.stop()),
    ])
  })

  async function open(options: Partial<HeadlessWalletOptions> = {}) {
    const wallet = await headlessWallet({
      relayUrl: relay.url,
      networks: devNetworks('eip155'),
      accounts: [devAccounts.alice!],
      ...options,
    })
    wallets.push(wallet)
    return wallet
  }
  async function page() {
    const dapp = await openBareDapp(relay.url)
    pages.push(dapp)
    return dapp
  }
  async function paired(wallet: HeadlessWallet): Promise<Page> {
    const dapp = await page()
    const { uri, settled } = await dapp.propose({ eip155: scope })
    const { topic } = await wallet.pair(uri)
    await settled
    return { dapp, topic }
  }

  it('are returned to every call that pairs their URI, except to a call that is canceled', async () => {
    const wallet = await open()
    const { uri } = await (await page()).propose({ eip155: scope })
    const control = new AbortController()
    const pairs = [wallet.pair(uri), wallet.pair(uri), wallet.pair(uri, { signal: control.signal })]
    control.abort()
    await expect(pairs[2]).rejects.toMatchObject({ code: 'flow/aborted' })
    const [first, second] = await Promise.all(pairs.slice(0, 2))
    expect(first!.topic).toBe(second!.topic)
    expect(wallet.sessions).toHaveLength(1)
  })

  it('each get their own answer to concurrent requests with the same id', async () => {
    const held: (() => void)[] = []
    const wallet = await open({ approve: () => new Promise((resolve) => held.push(resolve)) })
    const [one, two] = [await paired(wallet), await paired(wallet)]
    const answers = [ask(one, 7, 'first page'), ask(two, 7, 'second page')]
    await expect.poll(() => held.length, { message: 'both requests arrive' }).toBe(2)
    for (const go of held.reverse()) go()
    const [first, second] = await Promise.all(answers)
    expect(verifyMessage('first page', first!.result!)).toBe(address)
    expect(verifyMessage('second page', second!.result!)).toBe(address)
    expect(new Set(wallet.requests.map(({ id, topic }) => `${id} ${topic}`))).toEqual(
      new Set([`7 ${one.topic}`, `7 ${two.topic}`]),
    )
    expect([one, two].map(({ topic }) => wallet.arrivals(7, topic))).toEqual([1, 1])
    expect(wallet.arrivals(7)).toBe(1)
  })

  it('each get their own answer to successive requests with the same id', async () => {
    const wallet = await open()
    const [one, two] = [await paired(wallet), await paired(wallet)]
    expect(verifyMessage('a', (await ask(one, 11, 'a')).result!)).toBe(address)
    expect(verifyMessage('b', (await ask(two, 11, 'b')).result!)).toBe(address)
    expect(await ask(one, 12, 'c', '0x1111111111111111111111111111111111111111')).toMatchObject({
      error: { code: 4100 },
    })
    expect(verifyMessage('d', (await ask(two, 12, 'd')).result!)).toBe(address)
  })

  it('belong to the page that the wallet showed, even if another page proposes a session with the same id', async () => {
    const shown: string[] = []
    let decide = () => {}
    const decided = new Promise<void>((resolve) => {
      decide = resolve
    })
    const wallet = await open({
      async onProposal({ requiredNamespaces: _, optionalNamespaces: { eip155: wanted } }) {
        shown.push(wanted!.methods.join())
        await decided
      },
    })
    const [honest, mallory] = [await page(), await page()]
    const good = await honest.propose({ eip155: { ...scope, methods: ['personal_sign'] } })
    const id = honest.client.proposal.getAll()[0]!.id
    const paired = wallet.pair(good.uri)
    await expect.poll(() => shown.length, { message: 'the wallet shows the request' }).toBe(1)
    const bad = await mallory.propose({ eip155: scope })
    const own = mallory.client.proposal.getAll()[0]!
    const forged = { ...own, id, optionalNamespaces: { eip155: scope } }
    const engine = mallory.client.engine as unknown as { sendProposeSession(params: object): Promise<void> }
    await engine.sendProposeSession({ proposal: forged, publishOpts: { internal: {} } })
    const second = wallet.pair(bad.uri)
    second.catch(() => {})
    await expect.poll(() => shown.length, { message: 'the wallet shows the next request' }).toBeGreaterThan(1)
    decide()
    const { peer, namespaces, topic } = await paired
    expect(namespaces.eip155?.methods).toEqual(['personal_sign'])
    expect(peer.name).toBe('Bare Dapp')
    expect((await good.settled).topic).toBe(topic)
    await wallet.stop()
    await second.catch(() => {})
  })

  it('keep what the wallet approved, even if the page claims that the session changed', async () => {
    const wallet = await open()
    const { dapp, topic } = await paired(wallet)
    const before = wallet.sessions[0]!.namespaces
    const wider = {
      eip155: {
        ...scope,
        chains: [chainId, 'eip155:31338'],
        accounts: [...before.eip155!.accounts, `eip155:31338:${address}`],
      },
    }
    const engine = dapp.client.engine as unknown as RawEngine
    const said = new Promise<Answer>((resolve) => engine.events.once('session_update:21', resolve))
    await engine.sendRequest({
      topic,
      method: 'wc_sessionUpdate',
      params: { namespaces: wider },
      clientRpcId: 21,
    })
    expect(await said).toMatchObject({ error: { code: 3003 } })
    expect(await ask({ dapp, topic }, 22, 'after it')).toHaveProperty('result')
    expect(wallet.sessions[0]!.namespaces).toEqual(before)
  })
})

interface RawEngine {
  readonly events: { once(event: string, listener: (answer: Answer) => void): unknown }
  sendRequest(request: object): Promise<number>
}

/** Sends a request with this id. The library's own function chooses the id itself. */
async function ask({ dapp, topic }: Page, id: number, text: string, from = address): Promise<Answer> {
  const engine = dapp.client.engine as unknown as RawEngine
  const answered = new Promise<Answer>((resolve) => engine.events.once(`session_request:${id}`, resolve))
  await engine.sendRequest({
    topic,
    method: 'wc_sessionRequest',
    params: { chainId, request: { method: 'personal_sign', params: [hexOf(text), from] } },
    clientRpcId: id,
    throwOnFailedPublish: true,
  })
  return answered
}
