import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import type { TokenBalance } from '../../src/core/wallet/token-balance.ts'
import { transactionWaits } from '../../src/core/wallet/transaction-waits.ts'
import type { Devnet } from '../../src/devnet/index.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import type { Clock } from '../../src/ports.ts'
import { type AccountWorld, accountWorld, dataServer, knows } from '../support/account-world.ts'
import { bareToken } from '../support/contracts/bare-token.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

let devnet: Devnet
let world: AccountWorld

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())
const servers: { close(): Promise<void> }[] = []
afterEach(async () => {
  await world?.dispose()
  for (const server of servers.splice(0)) await server.close()
})

const ether = 10n ** 18n
const addressOf = (name: string) => devnet.accounts[name]!.eip155!.address

async function open(options: Partial<LatchkeyOptions> & { readonly clock?: Clock } = {}) {
  world = (await accountWorld(devnet, { clock: systemClock, ...options })) as unknown as AccountWorld
  const { latchkey, alice, wallet } = world
  const adapter = await latchkey.adapter('eip155')
  const coin = async (): Promise<TokenBalance> => ({
    name: 'Ether',
    network: world.network.caipNetworkId,
    amount: await adapter.getBalance(alice),
  })
  const asked = () => wallet.script.count('eth_sendTransaction')
  return { ...world, send: latchkey.send, adapter, coin, asked }
}

describe('a send', () => {
  it('transfers exactly the typed amount, and resets the form', async () => {
    const { send, adapter, coin, asked, network } = await open()
    const receiver = addressOf('erin')
    const held = async () => (await adapter.getBalance(`${network.caipNetworkId}:${receiver}`)).value
    const before = await held()
    await send.setToken(await coin())
    await send.setAmount('0.125')
    await send.setReceiver(receiver.toLowerCase())
    expect(send.state).toMatchObject({ amount: ether / 8n, receiverAddress: receiver, missing: undefined })
    const { fee, maxFee } = await send.prepareReview()
    expect(fee.value).toBeGreaterThan(0n)
    expect(maxFee.value).toBe(fee.value + (fee.value + 3n) / 4n)
    const events: string[] = []
    for (const event of ['initiated', 'sent', 'failed'] as const)
      send.on(event, () => events.push(`${event}, ${send.state.loading ? 'loading' : 'not loading'}`))
    const sent = await send.sendToken()
    await adapter.waitForTransaction(network.caipNetworkId, sent)
    expect(await held()).toBe(before + ether / 8n)
    expect(asked()).toBe(1)
    expect(events).toEqual(['initiated, loading', 'sent, loading'])
    expect(send.state).toMatchObject({ sendTokenAmount: '', receiver: '', token: undefined, loading: false })
    expect(send.state.pending).toBeUndefined()
    expect(send.state.sent).toMatchObject({ hash: sent.hash, to: receiver, amount: ether / 8n })
    expect(world.latchkey.router.state.view).toBe('WalletSent')
  })

  it("shows the recipient's name and image from the name service until the visitor types another recipient", async () => {
    const address = addressOf('erin')
    const network = devnet.networks.find(({ chainNamespace }) => chainNamespace === 'eip155')!
    const coinTypes = [60, 0x80000000 + Number(network.id)]
    const avatars = {
      erin: 'https://x.example/erin.png',
      plain: 'http://x.example/erin.png',
      none: undefined,
    }
    const server = await dataServer({
      'supported-chains': knows(network),
      'profile/account': ({ url }) => {
        const name = url.pathname.split('/').at(-1) ?? ''
        return {
          name,
          addresses: Object.fromEntries(coinTypes.map((one) => [one, { address }])),
          attributes: [{ bio: 'hello' }, { avatar: avatars[name.split('.')[0] as keyof typeof avatars] }],
        }
      },
    })
    servers.push(server)
    const { send } = await open({ endpoints: { data: server.url }, projectId: 'project' })
    await send.setReceiver('erin.reown.id')
    const named = { receiverAddress: address, receiverProfileName: 'erin.reown.id' }
    expect(send.state).toMatchObject({ ...named, receiverProfileImageUrl: avatars.erin })
    // The client ignores an image whose URL isn't https. It doesn't show the earlier recipient's image instead.
    for (const name of ['plain.reown.id', 'none.reown.id']) {
      await send.setReceiver(name)
      expect(send.state).toMatchObject({ receiverAddress: address, receiverProfileName: name })
      expect(send.state.receiverProfileImageUrl).toBeUndefined()
    }
    await send.setReceiver('erin.reown.id')
    await send.setReceiver(address)
    expect(send.state).toMatchObject({ receiverAddress: address, receiverProfileName: undefined })
    expect(send.state.receiverProfileImageUrl).toBeUndefined()
  })

  it('says that its amount is in the smallest unit if the token contract states no decimals', async () => {
    const { send, coin, adapter, alice, network } = await open()
    const contract = `0x${randomBytes(20).toString('hex')}`
    const url = network.rpcUrls.default.http[0]!
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'anvil_setCode',
      params: [contract, bareToken('OLD', 'revert')],
    }
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const asset = `${network.caipNetworkId}/erc20:${contract}` as const
    const amount = await adapter.getBalance(alice, asset as never)
    const token = { name: 'Old', network: network.caipNetworkId, asset, address: contract, amount }
    await send.setToken(token as never)
    await send.setAmount('7')
    await send.setReceiver(addressOf('erin'))
    expect(await send.prepareReview()).toMatchObject({ rawUnits: true })
    await send.setToken(await coin())
    await send.setAmount('0.001')
    expect(await send.prepareReview()).toMatchObject({ rawUnits: false })
  })

  it('reports what is missing in the form, in the order of the specification', async () => {
    const { send, coin, asked, latchkey } = await open()
    await expect(send.sendToken()).rejects.toThrow('An amount and receiver address are required')
    await send.setToken(await coin())
    await send.setAmount('1')
    await expect(send.sendToken()).rejects.toThrow('An amount and receiver address are required')
    await send.setReceiver(addressOf('erin'))
    latchkey.options.setFeatures({ send: { namespaces: ['solana'] } })
    await expect(send.sendToken()).rejects.toThrow('Unsupported chain')
    expect(asked()).toBe(0)
    expect(send.state.sendTokenAmount).toBe('1')
  })

  it('reaches the wallet only once if it is requested a hundred times', async () => {
    const { send, coin, asked, wallet } = await open()
    const fill = async () => {
      await send.setToken(await coin())
      await send.setAmount('0.001')
      await send.setReceiver(addressOf('erin'))
      await send.prepareReview()
    }
    await fill()
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => send.sendToken()))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = outcomes.filter((one) => one.status === 'rejected')
    expect(new Set(refusals.map(({ reason }) => reason.code))).toEqual(new Set(['wallet/send-in-progress']))
    expect(asked()).toBe(1)
    await fill()
    wallet.script.next('eth_sendTransaction', 'reject')
    await expect(send.sendToken()).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    expect(send.state).toMatchObject({ sendTokenAmount: '0.001', error: { code: 'wallet/user-rejected' } })
    await send.prepareReview()
    await send.sendToken()
    expect(asked()).toBe(3)
  })

  it("to an address that looks like a known address needs the visitor's confirmation", async () => {
    const { send, coin, asked } = await open()
    const known = addressOf('bob')
    const twin = `${known.slice(0, 6)}${'7'.repeat(32)}${known.slice(-4)}`.toLowerCase()
    await send.setToken(await coin())
    await send.setAmount('0.001')
    await send.setReceiver(twin)
    expect(send.state.warnings).toContain('look-alike')
    expect(send.state.resembled).toBe(known)
    await expect(send.sendToken()).rejects.toMatchObject({ code: 'validation/receiver-not-confirmed' })
    expect(asked()).toBe(0)
    await send.confirmReceiver(true)
    await send.sendToken()
    expect(asked()).toBe(1)
    // A look-alike stays a look-alike, also after a payment.
    await send.setToken(await coin())
    await send.setReceiver(twin)
    expect(send.state.warnings).toContain('look-alike')
    expect(send.state).toMatchObject({ resembled: known, receiverConfirmed: false })
    await send.setReceiver(known)
    expect(send.state.resembled).toBeUndefined()
    await send.setReceiver(`${twin.slice(0, 20)}8${twin.slice(21)}`)
    expect(send.state).toMatchObject({ warnings: ['look-alike', 'first-time'], receiverConfirmed: false })
  })

  it('of the maximum amount leaves only enough for the fee', async () => {
    const { send, coin, latchkey } = await open({})
    await send.setToken(await coin())
    await send.setReceiver(addressOf('erin'))
    await send.setMaximum()
    const { token, amount } = send.state
    const left = token!.amount.value - amount!
    const { maxFee } = await send.prepareReview()
    expect(left).toBeGreaterThanOrEqual(maxFee.value)
    // The fee limit is higher than the fee, because the price may rise before the wallet signs. At most this difference is left.
    expect(left).toBeLessThan(maxFee.value * 2n)
    await latchkey.send.setAmount('1000000')
    expect(send.state.missing).toBe('funds')
    await expect(send.prepareReview()).rejects.toMatchObject({ code: 'validation/insufficient-balance' })
  })

  it("has an error instead of a maximum amount if the balance isn't enough for the fee", async () => {
    const { send, coin, network } = await open({})
    const { amount, ...token } = await coin()
    const setBalance = async (value: bigint) => {
      const params = [addressOf('alice'), `0x${value.toString(16)}`]
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setBalance', params })
      const headers = { 'content-type': 'application/json' }
      await fetch(network.rpcUrls.default.http[0]!, { method: 'POST', headers, body })
    }
    await send.setToken({ ...token, amount })
    await send.setReceiver(addressOf('erin'))
    await setBalance(1000n)
    try {
      await expect(send.setMaximum()).rejects.toMatchObject({ code: 'validation/insufficient-balance' })
      expect(send.state.error).toMatchObject({ code: 'validation/insufficient-balance' })
    } finally {
      await setBalance(amount.value)
    }
  })

  it('includes, in its maximum amount, coins that arrived after the balances were listed', async () => {
    const { send, coin } = await open({})
    const now = await coin()
    await send.setToken({ ...now, amount: { ...now.amount, value: ether }, price: 2, value: 2 })
    await send.setReceiver(addressOf('erin'))
    await send.setMaximum()
    const { token, amount, missing } = send.state
    expect(amount).toBeGreaterThan(ether)
    expect(missing).toBeUndefined()
    expect(token?.amount).toEqual(now.amount)
    expect(token?.value).toBeCloseTo(2 * Number(now.amount.value / ether), -1)
    const { maxFee } = await send.prepareReview()
    expect(amount! + maxFee.value).toBeLessThanOrEqual(now.amount.value)
  })

  it.each([
    ['', 'amount'],
    ['0', 'amount'],
    ['0.', 'amount'],
    ['1,5', 'value'],
    ['1e3', 'value'],
    ['-1', 'value'],
    ['0.0000000000000000001', 'value'],
    ['99999999', 'funds'],
    ['1', 'address'],
  ] as const)('whose amount is %j reports `%s` as the missing or wrong input', async (text, lacks) => {
    const { send, coin } = await open()
    expect(send.state.missing).toBe('token')
    await send.setToken(await coin())
    await send.setAmount(text)
    expect(send.state.missing).toBe(lacks)
  })

  it('drops the recipient when the visitor types a new address, even one with a wrong checksum', async () => {
    const { send, coin } = await open()
    await send.setToken(await coin())
    await send.setAmount('1')
    await send.setReceiver(addressOf('erin'))
    const typed = send.setReceiver(`${addressOf('bob')}`)
    expect(send.state.receiverAddress).not.toBe(addressOf('erin'))
    await typed
    expect(send.state.receiverAddress).toBe(addressOf('bob'))
    const wrong = addressOf('bob').replace(/[a-f]/, (letter) => letter.toUpperCase())
    await send.setReceiver(
      wrong === addressOf('bob') ? addressOf('bob').replace(/[A-F]/, (one) => one.toLowerCase()) : wrong,
    )
    expect(send.state).toMatchObject({
      receiverAddress: undefined,
      missing: 'valid-address',
      resolving: false,
    })
  })

  it('resets when the visitor switches the network', async () => {
    const { send, coin, latchkey, other } = await open()
    await send.setToken(await coin())
    await send.setAmount('1')
    await latchkey.switchNetwork(other.caipNetworkId)
    expect(send.state).toMatchObject({ token: undefined, sendTokenAmount: '', missing: 'token' })
  })

  it('that may have been sent stays in the form until the visitor changes the form', async () => {
    const { send, coin, sends } = await filled()
    await send.prepareReview()
    sends.fail(latchkeyError('rpc/maybe-sent'))
    await expect(send.sendToken()).rejects.toMatchObject({ code: 'rpc/maybe-sent' })
    const kept = { amount: ether / 1000n, to: addressOf('erin'), error: { code: 'rpc/maybe-sent' } }
    expect(send.state).toMatchObject({ maybeSent: kept, pending: undefined })
    // The payment arrived, so the balance has changed.
    const now = await coin()
    await send.setToken({ ...now, amount: { ...now.amount, value: now.amount.value - 1n } })
    expect(send.state).toMatchObject({ maybeSent: kept, error: { code: 'rpc/maybe-sent' } })
    await send.setAmount('0.0010')
    await send.prepareReview()
    expect(send.state).toMatchObject({ maybeSent: kept })
    await send.setAmount('0.002')
    expect(send.state.maybeSent).toBeUndefined()
    expect(send.state.error).toBeUndefined()
  })

  /** Creates a clock on which each further search for a lost transaction waits until the test allows it. */
  function heldLooks() {
    const pauses: (() => void)[] = []
    const after: Clock['after'] = (ms, run) => {
      if (ms !== transactionWaits.reread) return systemClock.after(ms, run)
      pauses.push(run)
      return () => {}
    }
    return { pauses, clock: { ...systemClock, after } }
  }

  it('that may have been sent is searched for until a node shows a possible transaction', async () => {
    const { pauses, clock } = heldLooks()
    const { send, adapter, sends } = await filled({ clock })
    const candidate = { hash: `0x${'cd'.repeat(32)}` }
    const looks: unknown[] = []
    adapter.findCandidates = async (_, error) => (looks.push(error) > 1 ? [candidate] : [])
    await send.prepareReview()
    const lost = Object.assign(latchkeyError('rpc/maybe-sent'), { reference: 'the request' })
    sends.fail(lost)
    await expect(send.sendToken()).rejects.toBe(lost)
    await expect.poll(() => pauses.length, { message: 'the client waits before the next search' }).toBe(1)
    expect(send.state.maybeSent?.candidates).toBeUndefined()
    pauses[0]!()
    await expect
      .poll(() => send.state.maybeSent?.candidates, { message: 'the transaction is found' })
      .toEqual([candidate])
    expect(looks).toEqual([lost, lost])
    expect(pauses).toHaveLength(1)
  })

  it('that may have been sent is searched for until the visitor sends again', async () => {
    const { pauses, clock } = heldLooks()
    const { send, adapter, sends } = await filled({ clock })
    let looks = 0
    adapter.findCandidates = async () => {
      looks++
      return []
    }
    await send.prepareReview()
    sends.fail(Object.assign(latchkeyError('rpc/maybe-sent'), { reference: 'the request' }))
    await expect(send.sendToken()).rejects.toMatchObject({ code: 'rpc/maybe-sent' })
    await expect.poll(() => pauses.length, { message: 'the client waits before the next search' }).toBe(1)
    await send.prepareReview()
    sends.fail(latchkeyError('wallet/user-rejected'))
    await expect(send.sendToken()).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    pauses[0]!()
    await new Promise((resolve) => setTimeout(resolve))
    expect(looks).toBe(1)
  })

  it("keeps the form's values if the visitor declines in the wallet", async () => {
    const { send, coin, sends } = await filled()
    await send.prepareReview()
    sends.fail(latchkeyError('wallet/user-rejected'))
    await expect(send.sendToken()).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    await send.setToken(await coin())
    expect(send.state).toMatchObject({
      sendTokenAmount: '0.001',
      receiverAddress: addressOf('erin'),
      error: { code: 'wallet/user-rejected' },
    })
    expect(send.state.maybeSent).toBeUndefined()
    await send.prepareReview()
    expect(send.state.error).toBeUndefined()
  })

  it('names its wallet while it is pending, even if the visitor switches the network', async () => {
    const { send, latchkey, other, sends } = await filled()
    await send.prepareReview()
    latchkey.router.reset('WalletSendPreview')
    sends.hold()
    const sent = send.sendToken()
    expect(send.state.pending).toMatchObject({ wallet: { name: 'Keys' }, amount: ether / 1000n })
    await latchkey.switchNetwork(other.caipNetworkId)
    expect(send.state.pending).toMatchObject({ wallet: { name: 'Keys' } })
    await expect(send.sendToken()).rejects.toMatchObject({ code: 'wallet/send-in-progress' })
    sends.answer()
    await sent
    expect(send.state.sent).toBeUndefined()
    expect(send.state.pending).toBeUndefined()
    expect(latchkey.router.state.view).not.toBe('WalletSent')
  })

  it('keeps the shown fee while a newer fee is read', async () => {
    let now = 1_000_000
    const { send, adapter, sends } = await filled({ clock: { ...systemClock, now: () => now } })
    const { maxFee } = await send.prepareReview()
    const estimate = adapter.estimateFee.bind(adapter)
    let release = () => {}
    const slow = new Promise<void>((resolve) => {
      release = resolve
    })
    const dearer = async (...given: Parameters<typeof estimate>) => {
      const fee = await estimate(...given)
      return { ...fee, maxFee: fee.maxFee * 3n }
    }
    Object.assign(adapter, {
      estimateFee: async (...given: Parameters<typeof estimate>) => {
        await slow
        return dearer(...given)
      },
    })
    const reading = send.prepareReview().catch(() => {})
    expect(send.state).toMatchObject({ reviewing: true, review: { maxFee } })
    sends.fail(latchkeyError('wallet/user-rejected'))
    await expect(send.sendToken()).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    expect(sends.limits).toEqual([maxFee.value])
    release()
    await reading
    expect(send.state.review?.maxFee.value).toBeGreaterThan(maxFee.value * 2n)
    // The prepared transaction is too old, so the client prepares a new one. The shown maximum stays the limit for the fee.
    const shown = send.state.review!.maxFee.value
    Object.assign(adapter, {
      estimateFee: async (...given: Parameters<typeof estimate>) => {
        const fee = await dearer(...given)
        return { ...fee, maxFee: fee.maxFee * 5n }
      },
    })
    now += 60_000
    sends.fail(latchkeyError('wallet/user-rejected'))
    await expect(send.sendToken()).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    expect(sends.limits.at(-1)).toBe(shown)
  })
})

/** Fills in a form: 0.001 ether for Erin. `wallet` decides the wallet's answers. */
async function filled(options: Partial<LatchkeyOptions> & { readonly clock?: Clock } = {}) {
  const opened = await open(options)
  const { send, coin, adapter } = opened
  await send.setToken(await coin())
  await send.setAmount('0.001')
  await send.setReceiver(addressOf('erin'))
  let failure: Error | undefined
  let held: Promise<void> | undefined
  const sends = {
    /** The fee limit of each prepared transfer. */
    limits: [] as (bigint | undefined)[],
    fail(error: Error) {
      failure = error
    },
    answer: () => {},
    hold() {
      held = new Promise((resolve) => {
        sends.answer = resolve
      })
    },
  }
  Object.assign(adapter, {
    prepareSend: async ({ maxFee }: { readonly maxFee?: bigint }) => {
      sends.limits.push(maxFee)
      const answer = async () => {
        await held
        if (failure) throw failure
        return { hash: `0x${'ab'.repeat(32)}` }
      }
      return { send: answer }
    },
  })
  return { ...opened, sends }
}
