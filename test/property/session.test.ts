import { beforeAll, expect, it } from 'vitest'
import { chainNamespaces } from '../../src/core/chain/namespace.ts'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import { type ClientWorld, clientWorld, storedElsewhere, storedIds } from '../support/client-world.ts'
import { fc } from '../support/fast-check.ts'
import { fifthOf } from '../support/seed.ts'

const statuses = ['disconnected', 'connecting', 'restoring', 'connected']
const wallets = ['a', 'b', 'wc'] as const
const networks = ['eip155:1', 'eip155:2', 'eip155:99', 'solana:main', 'bip122:main'] as const

interface Real extends ClientWorld {
  /** The open prompts of all wallets. */
  readonly prompts: ((answer: 'yes' | 'no') => void)[]
  readonly calls: Promise<unknown>[]
  readonly controls: AbortController[]
}
type Step = (world: Real) => void

function makeWorld(): Real {
  const world = clientWorld({
    connectors: [
      { id: 'a' },
      { id: 'b', chains: ['eip155', 'solana'] },
      { id: 'wc', type: 'WALLET_CONNECT', chains: ['eip155', 'solana', 'bip122'] },
    ],
  })
  const prompts: Real['prompts'] = []
  const prompt = () =>
    new Promise<void>((resolve, reject) => {
      prompts.push((answer) => (answer === 'yes' ? resolve() : reject(latchkeyError('wallet/user-rejected'))))
    })
  for (const id of wallets) Object.assign(world.wallet(id), { onOpen: prompt, onSwitch: prompt })
  return { ...world, prompts, calls: [], controls: [] }
}

const call = (world: Real, run: (signal: AbortSignal) => Promise<unknown>) => {
  const control = new AbortController()
  world.controls.push(control)
  world.calls.push(run(control.signal).catch(() => {}))
}

const anyWallet = fc.constantFrom(...wallets)
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: anyWallet.map(
      (id): Step =>
        (w) =>
          call(w, (signal) => w.latchkey.connect({ connectorId: id }, { signal })),
    ),
  },
  { weight: 4, arbitrary: fc.constant<Step>((w) => w.prompts.shift()?.('yes')) },
  fc.constant<Step>((w) => w.prompts.pop()?.('no')),
  fc.nat(9).map(
    (i): Step =>
      (w) =>
        w.controls[i % (w.controls.length || 1)]?.abort(),
  ),
  fc.constant<Step>((w) => call(w, () => w.latchkey.disconnect())),
  fc.constantFrom('eip155' as const, 'solana' as const).map(
    (ns): Step =>
      (w) =>
        call(w, () => w.latchkey.disconnect(ns)),
  ),
  fc.tuple(anyWallet, fc.constantFrom('wallet', 'expired') as fc.Arbitrary<'wallet' | 'expired'>).map(
    ([id, reason]): Step =>
      (w) =>
        w.wallet(id).end(reason),
  ),
  fc.tuple(anyWallet, fc.constantFrom(...networks)).map(
    ([id, to]): Step =>
      (w) =>
        w.wallet(id).moveTo(to),
  ),
  fc.tuple(anyWallet, fc.subarray(['x', 'y'])).map(
    ([id, list]): Step =>
      (w) => {
        w.wallet(id).showAccounts('eip155', ...list)
        if (list.length === 0) w.wallet(id).showAccounts('eip155', 'x')
      },
  ),
  fc.constantFrom(...networks).map(
    (id): Step =>
      (w) =>
        call(w, (signal) => w.latchkey.switchNetwork(id, { signal })),
  ),
  fc.constantFrom(...networks).map(
    (id): Step =>
      (w) =>
        call(w, () => w.latchkey.networkSwitch.request(id)),
  ),
  fc.constant<Step>((w) => call(w, () => w.latchkey.open())),
  fc.constant<Step>((w) => w.latchkey.close()),
  fc.constant<Step>((w) => w.latchkey.modal.goBack()),
  fc.constant<Step>((w) => storedElsewhere(w.platform, null)),
)

function invariants({ latchkey, stored, families }: Real): void {
  const { state } = latchkey.account
  const ids = storedIds(stored)
  for (const namespace of chainNamespaces) {
    const account = state[namespace]
    expect(statuses).toContain(account.status)
    const connected = account.status === 'connected'
    expect(ids[namespace] !== undefined).toBe(connected)
    expect(latchkey.connector.state.activeConnectorIds[namespace]).toBe(ids[namespace])
    expect(account.caipAddress !== undefined).toBe(connected)
    if (!connected) continue
    expect(account.caipAddress).toBe(
      `${latchkey.network.networkOf(namespace).caipNetworkId}:${account.allAccounts[0]?.address}`,
    )
    const live = families[namespace].adapter?.connections().find(({ id }) => id === account.connectionId)
    expect(live).toMatchObject({
      connectorId: ids[namespace],
      network: latchkey.network.networkOf(namespace),
    })
  }
  expect(latchkey.router.state.history.length).toBeGreaterThan(0)
}

const settle = async () => {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve))
}

// Loads all code before the tests, because loading takes real time, which the manual clock doesn't control.
beforeAll(async () => {
  const { latchkey } = clientWorld()
  await latchkey.connect({ connectorId: 'a' })
  await latchkey.switchNetwork('eip155:2')
  await latchkey.dispose()
})

it('a session keeps its invariants in any order of actions by visitors, wallets and tabs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(steps, fc.boolean()), { maxLength: 25 }), async (sequence) => {
      const world = makeWorld()
      for (const [step, pause] of sequence) {
        step(world)
        if (!pause) continue
        await settle()
        invariants(world)
      }
      // An answer may lead to another prompt.
      let open = true
      const all = Promise.all(world.calls).then(() => (open = false))
      const round = async () => {
        for (const answer of world.prompts.splice(0)) answer('yes')
        await world.clock.advance(1000)
        return open
      }
      await expect.poll(round, { message: 'every call settles', interval: 1 }).toBe(false)
      await all
      invariants(world)
      for (const { status } of Object.values(world.latchkey.account.state))
        expect(['connected', 'disconnected']).toContain(status)
      expect(world.latchkey.networkSwitch.state).toEqual({ phase: 'idle', target: undefined })
      await world.latchkey.dispose()
      expect(world.clock.pending).toBe(0)
      for (const id of wallets) expect(world.wallet(id).events.listenerCount()).toBe(0)
    }),
    { numRuns: fifthOf(150) },
  )
}, 120_000)
