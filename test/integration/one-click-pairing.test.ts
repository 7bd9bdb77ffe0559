import { verifyMessage, Wallet } from 'ethers'
import { devAccounts, type Relay, startRelay } from 'latchkey/devnet'
import { createHeadlessWallet, type HeadlessWallet } from 'latchkey/testing'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { writeRecap } from '../../src/core/sign-in/recap.ts'
import type { Cacao, SignInMessage, SignInSession } from '../../src/core/sign-in/sign-in.ts'
import type { WalletChannel } from '../../src/core/wallet/connector.ts'
import { verifySignIn } from '../../src/siwx/index.ts'
import { messageFor } from '../../src/siwx/sessions/messages.ts'
import { openBareWallet } from '../support/bare-wallet.ts'
import { openHostProvider } from '../support/host-provider.ts'
import { devNetworks } from '../support/relayed-clients.ts'
import { type App, countingClock, networkIds, openApp } from '../support/walletconnect-app.ts'

const [evm, evm2, solana] = networkIds
const { address, secret } = devAccounts.alice!.eip155!
let relay: Relay
const releases: (() => unknown)[] = []
beforeEach(async () => {
  relay = await startRelay()
})
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release()
  await relay.stop()
})

/** Opens a page that asks the wallet to sign in as a part of connecting. */
function page(
  options: Partial<Parameters<typeof openApp>[0]> & {
    readonly createMessage?: () => Promise<SignInMessage>
    readonly networks?: readonly (typeof networkIds)[number][]
  } = {},
) {
  const { createMessage, networks = [evm, evm2], ...rest } = options
  const opened = openApp({ relayUrl: relay.url, ...rest })
  releases.push(() => opened.dispose())
  const messages: SignInMessage[] = []
  const usual = async () => {
    const said = {
      domain: 'app.example',
      uri: 'https://app.example/',
      statement: 'Welcome',
      expiration: 3_600_000,
    }
    const surroundings = { page: { location: undefined }, clock: { now: Date.now } }
    const message = messageFor(said, surroundings, { chainId: evm, accountAddress: '' })
    messages.push(message)
    return message
  }
  const open = (signal?: AbortSignal) =>
    opened.connector.open(
      { namespaces: ['eip155'], networks, signIn: { createMessage: createMessage ?? usual } },
      { signal },
    )
  return { ...opened, told: opened.told, uri: opened.uri, open, messages }
}

async function headless(
  options: Partial<Parameters<typeof createHeadlessWallet>[0]> = {},
): Promise<HeadlessWallet> {
  const wallet = await createHeadlessWallet({
    relayUrl: relay.url,
    networks: devNetworks('eip155'),
    accounts: [devAccounts.alice!],
    ...options,
  })
  releases.push(() => wallet.stop())
  return wallet
}

/** Describes what the page stores: its keys, and the number of records of each kind. */
function kept({ platform }: Pick<App, 'platform'>): string {
  const counts = ['pairing', 'proposal', 'session', 'subscription', 'keychain', 'pairingTopics', 'requests']
  return counts
    .map((name) => {
      const key = platform.storage.keys().find((one) => one.endsWith(`//${name}`))
      const value = key === undefined ? undefined : JSON.parse(platform.storage.get(key) ?? 'null')
      return `${name}: ${Array.isArray(value) ? value.length : Object.keys(value ?? {}).length}`
    })
    .filter((text) => !text.endsWith(': 0'))
    .join(', ')
}
async function hostProvider(at: Relay) {
  const { provider, release } = await openHostProvider(at)
  releases.push(release)
  return provider
}
/** Returns the key of this topic from the page's storage. */
async function symKeyOf({ platform }: Pick<App, 'platform'>, topic: string): Promise<string> {
  const key = platform.storage.keys().find((one) => one.endsWith('//keychain'))!
  return (JSON.parse(platform.storage.get(key)!) as Record<string, string>)[topic]!
}
const rpc = (channel: WalletChannel) => channel as Extract<WalletChannel, { kind: 'rpc' }>

describe('a pairing with a sign-in', () => {
  it('makes the wallet sign once for each network, and opens a session', async () => {
    const clock = countingClock()
    const by = await headless()
    const asked = page({ clock })
    const opening = asked.open()
    await by.pair(await asked.uri())
    const session = await opening
    expect(session.accounts).toMatchObject([{ address, networks: [evm, evm2] }])
    expect(session.methods.eip155).toContain('eth_sendTransaction')
    expect(session.signIns!.map(({ data }) => [data.chainId, data.accountAddress])).toEqual([
      [evm, address],
      [evm2, address],
    ])
    // If the library chose an id twice, the page has made a second message.
    for (const { message, signature, data } of session.signIns!) {
      expect(verifyMessage(message, signature)).toBe(address)
      expect(data.nonce).toBe(asked.messages.at(-1)!.nonce)
    }
    const channel = rpc(session.channel('eip155'))
    const params = ['0x6869', address]
    const signature = await channel.request({ method: 'personal_sign', params }, evm2)
    expect(verifyMessage('hi', String(signature))).toBe(address)
    const { topic } = by.sessions[0]!
    await by.emit(topic, { name: 'chainChanged', data: 31338 }, evm2)
    await expect
      .poll(() => asked.told.networkChanged.length, { message: 'the page gets the new network' })
      .toBe(1)
    await by.update(topic, { networks: [evm2] })
    await expect
      .poll(() => asked.told.sessionChanged.length, { message: 'the page gets the smaller session' })
      .toBe(1)
    expect(session.networks).toEqual([evm2])
    await expect
      .poll(() => kept(asked), { message: 'the page keeps only what the session needs' })
      .toBe('pairing: 1, session: 1, subscription: 3, keychain: 4, pairingTopics: 1')

    await asked.connector.close()
    await expect.poll(() => by.sessions.length, { message: "the wallet's session ends" }).toBe(0)
    await expect.poll(() => relay.sockets, { message: 'only the wallet has a socket' }).toBe(1)
    await expect.poll(() => clock.pending, { message: 'every timer is stopped' }).toBe(0)
    expect(kept(asked)).toBe('keychain: 1')
  })

  it('is restored after a reload, without the signed messages', async () => {
    const by = await headless()
    const first = page()
    const opening = first.open()
    await by.pair(await first.uri())
    await opening
    first.connector.dispose()
    const again = page({ platform: first.platform })
    const session = await again.connector.restore()
    expect(session!.accounts).toMatchObject([{ address }])
    expect(session!.signIns).toBeUndefined()
    const channel = rpc(session!.channel('eip155'))
    await expect(
      channel.request({ method: 'personal_sign', params: ['0x6869', address] }, evm),
    ).resolves.toMatch(/^0x/)
  })

  it.each([
    ['between the two visits', true],
    ['after the next visit has begun', false],
  ])('of an earlier visit signs the visitor in if the wallet signs %s', async (_, before) => {
    const by = await headless()
    const first = page()
    first.open().catch(() => {})
    const uri = await first.uri()
    await expect.poll(() => kept(first), { message: 'the pairing is stored' }).toContain('pairingTopics: 1')
    first.connector.dispose()
    if (before) await by.pair(uri)
    const again = page({ platform: first.platform })
    const taking = again.connector.resume?.()
    if (!before) await by.pair(uri)
    const session = await taking
    expect(session?.accounts).toMatchObject([{ address }])
    expect(session?.signIns?.map(({ data }) => data.nonce)).toEqual([
      first.messages.at(-1)?.nonce,
      first.messages.at(-1)?.nonce,
    ])
    await expect
      .poll(() => kept(again), { message: 'the page keeps only what the session needs' })
      .toBe('pairing: 1, session: 1, subscription: 3, keychain: 4, pairingTopics: 1')
  })

  it('of an earlier visit is removed if no record says that Latchkey showed it', async () => {
    const first = page()
    const opening = first.open()
    opening.catch(() => {})
    await first.uri()
    await expect.poll(() => kept(first), { message: 'the pairing is stored' }).toContain('pairingTopics: 1')
    first.connector.dispose()
    first.platform.storage.remove('@latchkey/wc-pairings/app')
    const again = page({ platform: first.platform })
    await again.connector.prepare?.()
    await expect
      .poll(() => kept(again), { message: 'the last pairing is removed from storage' })
      .toBe('keychain: 1')
  })

  it("works through the host's WalletConnect provider, which receives the answers to its own requests", async () => {
    const provider = await hostProvider(relay)
    const { client } = provider
    const { decode } = client.core.crypto
    const by = await headless()
    const asked = page({ universalProvider: provider })
    const opening = asked.open()
    await by.pair(await asked.uri())
    expect((await opening).signIns).toHaveLength(2)
    const chains = [evm]
    const own = await client.authenticate({
      ...{ chains, domain: 'host.example', uri: 'https://host.example/', nonce: 'nonce0001' },
      methods: ['personal_sign'],
    })
    const answered = own.response()
    await by.pair(own.uri)
    expect((await answered).auths![0]!.p.domain).toBe('host.example')
    asked.connector.dispose()
    await expect
      .poll(() => client.core.crypto.decode, { message: "the library's own function decodes messages again" })
      .toBe(decode)
  })

  it("ignores an answer on another session's topic, even if the answer has the request's id", async () => {
    const by = await headless()
    const asked = page()
    const first = asked.open()
    await by.pair(await asked.uri())
    await first
    const { topic } = by.sessions[0]!
    const provider = await hostProvider(relay)
    // The same page starts a second pairing, and the wallet of the first session sends a forged answer to this pairing.
    const opening = asked.open()
    opening.catch(() => {})
    const uri = await asked.uri(1)
    const requests = asked.platform.storage.keys().find((key) => key.endsWith('//requests'))!
    const { id } = (JSON.parse(asked.platform.storage.get(requests)!) as { id: number }[]).at(-1)!
    const { crypto } = provider.client.core
    await crypto.setSymKey(await symKeyOf(asked, topic), topic)
    const forged = { id, jsonrpc: '2.0' as const, error: { code: 5000, message: 'User rejected.' } }
    // The forged answer reaches the page before the other wallet answers.
    relay.push({ topic, message: await crypto.encode(topic, forged), tag: 1117 })
    const other = await headless()
    await other.pair(uri)
    expect((await opening).signIns).toHaveLength(2)
  })

  it("falls back to a pairing without sign-in if the wallet doesn't support sign-in", async () => {
    const by = await openBareWallet({ relayUrl: relay.url })
    releases.push(() => by.dispose())
    const clock = countingClock()
    const asked = page({ clock })
    const opening = asked.open()
    await by.pair(await asked.uri())
    const session = await opening
    expect(session.accounts).toHaveLength(1)
    expect(session.signIns).toBeUndefined()
    expect(session.methods.eip155).toContain('eth_sendTransaction')
    await asked.connector.close()
    await expect.poll(() => clock.pending, { message: 'every timer is stopped' }).toBe(0)
    await expect
      .poll(() => kept(asked), { message: 'only the key of the client is stored' })
      .toBe('keychain: 1')
  })

  it.each([
    [
      "if the message has a request id, for which WalletConnect's request has no field",
      { requestId: () => '7' },
    ],
    ['if the page has no message', 'none'],
    ['if the page also uses a network of another family', 'solana'],
  ] as const)('falls back to a pairing without sign-in %s', async (_, how) => {
    const by = await headless({ networks: devNetworks('eip155', 'solana') })
    const said = { domain: 'app.example', uri: 'https://app.example/', ...(typeof how === 'object' && how) }
    const asked = page({
      ...(how === 'solana' && { networks: [evm, solana] }),
      createMessage: async () => {
        if (how === 'none') throw new Error('the server is down')
        return messageFor(
          said,
          { page: { location: undefined }, clock: Date },
          { chainId: evm, accountAddress: '' },
        )
      },
    })
    const opening = asked.open()
    const proposals: unknown[] = []
    by.on('proposal', (proposal) => proposals.push(proposal))
    await by.pair(await asked.uri())
    expect((await opening).signIns).toBeUndefined()
    expect(by.sessions).toHaveLength(1)
  })

  it('fails and closes its socket if the visitor declines', async () => {
    const { userRejected } = await import('latchkey/wallets')
    const by = await headless({
      approve: async () => {
        throw userRejected()
      },
    })
    const asked = page()
    const opening = asked.open()
    opening.catch(() => {})
    await expect(by.pair(await asked.uri())).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    await expect(opening).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    await expect.poll(() => relay.sockets, { message: 'only the wallet has a socket' }).toBe(1)
    await expect
      .poll(() => kept(asked), { message: 'only the key of the client is stored' })
      .toBe('keychain: 1')
  })

  it('can be canceled at any moment, and leaves no listener, timer, socket or stored key behind', async () => {
    const clock = countingClock()
    let hold: Promise<void> | undefined
    let began = () => {}
    const asked = page({
      clock,
      createMessage: async () => {
        began()
        await hold
        const said = { domain: 'app.example', uri: 'https://app.example/' }
        return messageFor(
          said,
          { page: { location: undefined }, clock: Date },
          { chainId: evm, accountAddress: '' },
        )
      },
    })
    await asked.connector.prepare?.()
    for (const moment of ['at once', 'before the message', 'after the uri', 'relay silent']) {
      const control = new AbortController()
      let letGo = () => {}
      hold =
        moment === 'before the message'
          ? new Promise((resolve) => {
              letGo = resolve
            })
          : undefined
      if (moment === 'relay silent') relay.script.next('irn_publish', 'never')
      const shown = asked.told.displayUri.length
      const beginning = new Promise<void>((resolve) => {
        began = resolve
      })
      const opening = asked.open(control.signal)
      opening.catch(() => {})
      if (moment === 'before the message') await beginning
      if (moment === 'after the uri') await asked.uri(shown)
      if (moment === 'relay silent')
        await expect
          .poll(() => relay.counts.calls.irn_publish ?? 0, { message: 'the request is sent' })
          .toBeGreaterThan(2)
      control.abort()
      letGo()
      await expect(opening).rejects.toMatchObject({ code: 'flow/aborted' })
      await expect.poll(() => relay.sockets, { message: `${moment}: every socket is closed` }).toBe(0)
      await expect.poll(() => clock.pending, { message: `${moment}: every timer is stopped` }).toBe(0)
      await expect
        .poll(() => kept(asked), { message: 'at most the key of the client is stored' })
        .toMatch(/^(keychain: 1)?$/)
    }
  })

  it('leaves no session on either side if it is canceled between the signature and the session', async () => {
    const by = await headless()
    const asked = page()
    const control = new AbortController()
    const opening = asked.open(control.signal)
    opening.catch(() => {})
    const uri = await asked.uri()
    const subscribed = () => relay.counts.calls.irn_subscribe ?? 0
    const before = subscribed()
    // The relay delays the page's subscription to the topic of the session.
    relay.script.always('irn_subscribe', { delay: 800 })
    by.pair(uri).catch(() => {})
    await expect.poll(() => by.sessions.length, { message: 'the wallet signs' }).toBe(1)
    // Two subscriptions are the wallet's, to the pairing and to the session. The third is the page's, to the session.
    await expect.poll(subscribed, { message: 'the page subscribes to the session' }).toBe(before + 3)
    control.abort()
    await expect(opening).rejects.toMatchObject({ code: 'flow/aborted' })
    await expect
      .poll(() => kept(asked), { message: 'at most the key of the client is stored' })
      .toMatch(/^(keychain: 1)?$/)
    await expect.poll(() => relay.sockets, { message: 'only the wallet has a socket' }).toBe(1)
  })

  it('leaves nothing pending in the library when it has ended', async () => {
    const provider = await hostProvider(relay)
    const events = () =>
      (provider.client.engine as unknown as { events: { eventNames(): unknown[] } }).events
        .eventNames()
        .filter((name) => /^session_(connect|request):/.test(String(name)))
    const asked = page({ universalProvider: provider })
    const control = new AbortController()
    const opening = asked.open(control.signal)
    opening.catch(() => {})
    await asked.uri()
    expect(events()).toHaveLength(2)
    control.abort()
    await expect(opening).rejects.toMatchObject({ code: 'flow/aborted' })
    await expect.poll(events, { message: 'the library listens for no answer' }).toEqual([])
  })

  it("doesn't affect a pairing that the host starts at the same time", async () => {
    const provider = await hostProvider(relay)
    const by = await headless()
    const others = await headless({ networks: devNetworks('eip155', 'solana') })
    const asked = page({ universalProvider: provider })
    const { client } = provider
    const authenticate = client.authenticate.bind(client)
    let host: ReturnType<typeof client.connect> | undefined
    client.authenticate = (...args) => {
      const begun = authenticate(...args)
      const scope = { chains: [solana], methods: ['solana_signMessage'], events: [] }
      host = client.connect({ optionalNamespaces: { solana: scope } })
      return begun
    }
    const opening = asked.open()
    const uri = await asked.uri()
    const { uri: own = '', approval } = await host!
    const approved = approval()
    await others.pair(own)
    expect(Object.keys((await approved).namespaces)).toEqual(['solana'])
    await by.pair(uri)
    expect((await opening).signIns).toHaveLength(2)
  })

  it('is started again if the library gives the sign-in request and the session proposal the same id', async () => {
    const provider = await hostProvider(relay)
    const by = await openBareWallet({ relayUrl: relay.url })
    releases.push(() => by.dispose())
    const { client } = provider
    const { relayer } = client.core
    const authenticate = vi.spyOn(client, 'authenticate')
    const subscribe = relayer.subscribe.bind(relayer)
    let tries = 0
    relayer.subscribe = async (topic, opts) => {
      const id = await subscribe(topic, opts)
      const isLastStep = client.auth.pairingTopics.keys.includes(topic)
      // The library creates the two ids after this subscription, from the time and a random number.
      if (isLastStep && tries++ === 0) {
        const now = Date.now()
        for (let i = 0; i < 8; i++) vi.spyOn(Date, 'now').mockReturnValueOnce(now)
        vi.spyOn(Math, 'random').mockReturnValueOnce(0.5).mockReturnValueOnce(0.5)
      }
      return id
    }
    const asked = page({ universalProvider: provider })
    const opening = asked.open()
    await by.pair(await asked.uri())
    expect((await opening).accounts).toHaveLength(1)
    expect(authenticate).toHaveBeenCalledTimes(2)
    const pairings = client.pairing.keys
    await expect
      .poll(() => client.auth.pairingTopics.getAll().map(({ pairingTopic }) => pairingTopic), {
        message: 'nothing of the first request is left',
      })
      .toEqual(pairings)
    expect(pairings).toHaveLength(1)
  })

  it("keeps the keys that the host's WalletConnect provider creates while a refusal arrives", async () => {
    const provider = await hostProvider(relay)
    const { crypto } = provider.client.core
    const by = await openBareWallet({ relayUrl: relay.url, signIn: async () => [] })
    releases.push(() => by.dispose())
    const asked = page({ universalProvider: provider })
    const opening = asked.open()
    opening.catch(() => {})
    const uri = await asked.uri()
    const generate = crypto.generateSharedKey.bind(crypto)
    crypto.generateSharedKey = async (...args) => {
      await crypto.setSymKey('12'.repeat(32), 'topic of the host')
      return generate(...args)
    }
    const keysBefore = new Set(crypto.keychain.keychain.keys())
    await by.pair(uri)
    await expect(opening).rejects.toMatchObject({ code: 'connection/no-accounts' })
    const added = () => [...crypto.keychain.keychain.keys()].filter((key) => !keysBefore.has(key))
    await expect
      .poll(added, { message: 'only the key of the refusal is removed' })
      .toEqual(['topic of the host'])
  })

  it("shows its QR code after a short wait if the host's sign-in message doesn't arrive", async () => {
    const clock = countingClock()
    const hurried: typeof clock = {
      ...clock,
      after: (ms, run) => clock.after(ms === 3000 ? 30 : ms, run),
      get pending() {
        return clock.pending
      },
    }
    const asked = page({ clock: hurried, createMessage: () => new Promise(() => {}) })
    const opening = asked.open()
    const by = await headless()
    await by.pair(await asked.uri())
    expect((await opening).signIns).toBeUndefined()
  })

  it('is replaced shortly before its expiry, but a wallet can sign its message afterwards', async () => {
    const jumps: (() => void)[] = []
    const real = countingClock()
    const clock: typeof real = {
      ...real,
      after(ms, run) {
        if (ms !== 230_000 && ms !== 240_000) return real.after(ms, run)
        jumps.push(run)
        return () => {}
      },
      get pending() {
        return real.pending
      },
    }
    const by = await headless()
    const asked = page({ clock })
    const opening = asked.open()
    const first = await asked.uri()
    jumps[0]!()
    await asked.uri(1)
    expect(new Set(asked.messages.map(({ nonce }) => nonce)).size).toBe(2)
    await by.pair(first)
    const { signIns } = await opening
    expect(signIns![0]!.data.nonce).toBe(asked.messages[0]!.nonce)
  })

  describe('that several wallets answer', () => {
    const answers = {
      signs: async () => {
        const by = await headless()
        return { pair: (uri: string) => by.pair(uri), sessions: () => by.sessions.length }
      },
      connects: async () => {
        const by = await openBareWallet({ relayUrl: relay.url })
        releases.push(() => by.dispose())
        return { pair: (uri: string) => by.pair(uri), sessions: () => by.client.session.length }
      },
    }
    type Answer = keyof typeof answers

    it.each<[Answer, Answer]>([
      ['signs', 'signs'],
      ['signs', 'connects'],
      ['connects', 'signs'],
    ])(
      'keeps the session of the wallet that %s first, and ends the session of a wallet that %s later',
      async (...hows) => {
        const [first, second, third] = await Promise.all([...hows, hows[1]].map((how) => answers[how]()))
        const asked = page()
        const opening = asked.open()
        const uri = await asked.uri()
        await first!.pair(uri)
        await opening
        const ends = () => relay.published.filter(({ tag }) => tag === 1112).length
        await second!.pair(uri)
        await expect.poll(ends, { message: "the second wallet's session is ended" }).toBe(1)
        await expect.poll(() => second!.sessions(), { message: 'the second wallet has no session' }).toBe(0)
        asked.connector.dispose()
        const again = page({ platform: asked.platform })
        await again.connector.restore()
        await third!.pair(uri)
        await expect.poll(ends, { message: "the third wallet's session is ended" }).toBe(2)
        await expect.poll(() => third!.sessions(), { message: 'the third wallet has no session' }).toBe(0)
        expect(first!.sessions()).toBe(1)
        await again.connector.close()
        await expect.poll(() => first!.sessions(), { message: "the first wallet's session ends" }).toBe(0)
        await expect
          .poll(() => kept(again), { message: 'only the key of the client is stored' })
          .toBe('keychain: 1')
      },
    )

    it('opens a session with only one of the wallets if they answer at the same time', async () => {
      const wallets = await Promise.all([answers.signs(), answers.signs(), answers.connects()])
      const asked = page()
      const opening = asked.open()
      const uri = await asked.uri()
      await Promise.all(wallets.map((wallet) => wallet.pair(uri)))
      expect((await opening).accounts).not.toEqual([])
      await expect
        .poll(() => wallets.map((wallet) => wallet.sessions()).sort(), {
          message: 'one wallet has a session',
        })
        .toEqual([0, 0, 1])
      await asked.connector.close()
      await expect
        .poll(() => wallets.map((wallet) => wallet.sessions()), { message: 'no wallet has a session' })
        .toEqual([0, 0, 0])
    })
  })

  describe('when the wallet answers,', () => {
    /**
     * Creates a wallet that changes the request with `change`, signs with another library, and changes the answer with
     * `sent`.
     */
    async function wallet(
      change: (p: Cacao['p']) => Cacao['p'] = (p) => p,
      sent: (result: { readonly cacaos: readonly Cacao[] }) => object = (result) => result,
    ) {
      const by = await openBareWallet({
        relayUrl: relay.url,
        signIn: async ({ chains, ...payload }) => {
          const p = change({ ...payload, iss: `did:pkh:${chains[0]}:${address}` })
          const text = by.client.formatAuthMessage({ request: p as never, iss: p.iss })
          return [
            { h: { t: 'caip122' }, p, s: { t: 'eip191', s: await new Wallet(secret).signMessage(text) } },
          ]
        },
      })
      const { crypto } = by.client.core
      const encode = crypto.encode.bind(crypto)
      // The library refuses to send an invalid answer, so the test replaces the library's function that encodes
      // answers.
      crypto.encode = (topic, payload, opts) => {
        const { result } = payload as { readonly result?: { readonly cacaos?: readonly Cacao[] } }
        return encode(
          topic,
          result?.cacaos ? ({ ...payload, result: sent(result as never) } as never) : payload,
          opts,
        )
      }
      releases.push(() => by.dispose())
      return by
    }

    it("accepts a message by WalletConnect's original library, even with methods that the page did not request", async () => {
      const by = await wallet()
      const asked = page()
      const opening = asked.open()
      await by.pair(await asked.uri())
      const { signIns, methods } = await opening
      const [{ message, signature, data }] = signIns as [SignInSession]
      expect(verifyMessage(message, signature)).toBe(address)
      await verifySignIn(signIns![0]!, { domain: 'app.example', nonce: data.nonce })
      expect(methods.eip155).toContain('eth_sendTransaction')
    })

    it("accepts a smart contract's signature without a request to a node of the library's vendor", async () => {
      const fetched = vi.spyOn(globalThis, 'fetch')
      onTestFinished(() => fetched.mockRestore())
      const signature = `0x${'12'.repeat(32)}`
      const by = await wallet(undefined, ({ cacaos, ...rest }) => ({
        ...rest,
        cacaos: cacaos.map((one) => ({ ...one, s: { t: 'eip1271', s: signature } })),
      }))
      const asked = page()
      const opening = asked.open()
      await by.pair(await asked.uri())
      const { signIns } = await opening
      expect(signIns![0]).toMatchObject({ signature, cacao: { s: { t: 'eip1271', s: signature } } })
      expect(fetched).not.toHaveBeenCalled()
    })

    it.each<[string, (p: Cacao['p']) => Cacao['p']]>([
      ['with another domain', (p) => ({ ...p, domain: 'evil.example' })],
      ["with another page's URL", (p) => ({ ...p, aud: 'https://app.example/else' })],
      ['with another nonce', (p) => ({ ...p, nonce: 'anotherone1' })],
      ['with another expiry', (p) => ({ ...p, exp: '2099-01-01T00:00:00.000Z' })],
      ['without an expiry', ({ exp: _, ...p }) => p],
      ['with another start time', (p) => ({ ...p, nbf: '2020-01-01T00:00:00.000Z' })],
      ['with another statement', (p) => ({ ...p, statement: 'Farewell' })],
      ['with a longer statement', (p) => ({ ...p, statement: `${p.statement} and goodbye` })],
      ['without the statement', ({ statement: _, ...p }) => p],
      ['with another version', (p) => ({ ...p, version: '2' })],
      ['with another request id', (p) => ({ ...p, requestId: '7' })],
      [
        'with an extra resource',
        (p) => ({ ...p, resources: ['https://evil.example', ...(p.resources ?? [])] }),
      ],
      [
        'with an extra grant',
        (p) => ({
          ...p,
          resources: [
            writeRecap({ 'https://x.example': { 'a/b': [{}] }, eip155: { 'request/personal_sign': [{}] } }),
          ],
        }),
      ],
    ])('fails with an error if the wallet signs a message %s', async (_, change) => {
      const by = await wallet(change)
      const asked = page()
      const opening = asked.open()
      opening.catch(() => {})
      await by.pair(await asked.uri())
      await expect(opening).rejects.toMatchObject({ code: 'siwx/changed-message' })
      await expect.poll(() => by.client.session.length, { message: "the wallet's session ends" }).toBe(0)
      await expect
        .poll(() => kept(asked), { message: 'only the key of the client is stored' })
        .toBe('keychain: 1')
    })

    it('connects without a sign-in if the wallet writes its address in lower case', async () => {
      const by = await wallet((p) => ({ ...p, iss: p.iss.toLowerCase() }))
      const asked = page()
      const opening = asked.open()
      await by.pair(await asked.uri())
      expect((await opening).signIns).toEqual([])
    })

    it.each<[string, (result: { readonly cacaos: readonly Cacao[] }) => object]>([
      ['nothing', () => ({})],
      ['no CACAOs', (result) => ({ ...result, cacaos: [] })],
      [
        'too many CACAOs',
        (result) => ({ ...result, cacaos: Array.from({ length: 101 }, () => result.cacaos[0]) }),
      ],
      ['an invalid CACAO', (result) => ({ ...result, cacaos: [null] })],
      ['an invalid key', (result) => ({ ...result, responder: { publicKey: 'zz' } })],
      [
        'a CACAO without a ReCap',
        (result) => ({
          ...result,
          cacaos: result.cacaos.map((one) => ({ ...one, p: { ...one.p, resources: [] } })),
        }),
      ],
      [
        'a CACAO whose issuer is of another family',
        (result) => ({
          ...result,
          cacaos: result.cacaos.map((one) => ({
            ...one,
            p: { ...one.p, iss: 'did:pkh:solana:mainnet:abc' },
          })),
        }),
      ],
      [
        'a CACAO whose issuer is in upper case',
        (result) => ({
          ...result,
          cacaos: result.cacaos.map((one) => ({
            ...one,
            p: { ...one.p, iss: one.p.iss.replace('eip155', 'EIP155') },
          })),
        }),
      ],
    ])('fails and leaves nothing behind if the wallet answers with %s', async (_, sent) => {
      const by = await wallet(undefined, sent)
      const asked = page()
      const opening = asked.open()
      opening.catch(() => {})
      await by.pair(await asked.uri())
      await expect(opening).rejects.toMatchObject({ code: 'connection/no-accounts' })
      await expect
        .poll(() => kept(asked), { message: 'only the key of the client is stored' })
        .toBe('keychain: 1')
    })
  })
})
