import { base58 } from '@scure/base'
import { Keypair } from '@solana/web3.js'
import { solana } from 'latchkey/adapters/solana'
import type { Devnet } from 'latchkey/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import type { AdapterFactory } from '../../src/core/wallet/adapter.ts'
import { openFamilyWorld } from '../support/family-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { solanaSurroundings } from '../support/solana-surroundings.ts'
import { registeredWallet } from '../support/standard-wallets.ts'

const sendFeature = 'solana:signAndSendTransaction'
type Send = (...inputs: readonly object[]) => Promise<readonly { readonly signature: Uint8Array }[]>

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['solana'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

/** Returns a wallet that sends by itself, with `send` in place of its own answer. `own` is the wallet's own call. */
function walletSending(send: (own: Send, inputs: readonly object[]) => Promise<unknown>) {
  const { keys, surroundings } = solanaSurroundings({ devnet, reachedBy: 'sign-and-send' })
  const { standard } = keys
  const feature = standard.features[sendFeature] as { signAndSendTransaction: Send }
  const own: Send = (...inputs) => feature.signAndSendTransaction(...inputs)
  const signAndSendTransaction = (...inputs: readonly object[]) => send(own, inputs)
  const features = { ...standard.features, [sendFeature]: { ...feature, signAndSendTransaction } }
  const wallet = Object.create(standard, { features: { value: features } }) as typeof standard
  const connect = (context: Parameters<typeof registeredWallet>[1]) =>
    registeredWallet({ ...keys, standard: wallet }, context)
  return { surroundings, connect }
}

/** Connects the wallet. Returns a payment from its account. */
async function connectedPayment({
  adapter,
  connector,
  networks: [network],
  addresses,
}: Awaited<ReturnType<typeof openWorld>>) {
  await adapter.connect({ connector, network })
  return {
    from: `${network.caipNetworkId}:${addresses[0]}`,
    to: Keypair.generate().publicKey.toBase58(),
    amount: 2_000_000n,
  } as const
}

/** Connects the wallet, and sends a payment. Returns the error of the payment. */
async function failedPayment(world: Awaited<ReturnType<typeof openWorld>>) {
  const { adapter, networks } = world
  const payment = await connectedPayment(world)
  const error = await adapter.send(payment).catch((thrown: unknown) => thrown)
  return { error, candidates: async () => adapter.findCandidates?.(networks[0].caipNetworkId, error) }
}

function openWorld(wallet: ReturnType<typeof walletSending>, factory: AdapterFactory<'solana'> = solana()) {
  return openFamilyWorld({ factory, ...wallet })
}

describe('a solana payment that the wallet sends without an answer', () => {
  it.each(['answer late', "don't answer"] as const)(
    'is found even if the nodes %s meanwhile',
    async (how) => {
      let landed = () => {}
      let isAsked = false
      const landing = new Promise<void>((resolve) => (landed = resolve))
      const skipBlocks = () =>
        fetch(devnet.nodes[0]!.url, {
          method: 'POST',
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'devnet_skipBlocks', params: [30] }),
        })
      const wallet = walletSending(async (own, inputs) => {
        isAsked = true
        await own(...inputs)
        await skipBlocks()
        landed()
        throw latchkeyError('wallet/closed-during-request')
      })
      const inner = solana()
      const factory: AdapterFactory<'solana'> = {
        ...inner,
        create: (context) =>
          inner.create({
            ...context,
            rpc: (network) => {
              const pool = context.rpc(network)
              const request: typeof pool.request = async (...call) => {
                if (isAsked && call[0].method === 'getSlot') {
                  if (how === "don't answer") throw latchkeyError('rpc/unreachable')
                  await landing
                }
                return pool.request(...call)
              }
              return Object.create(pool, { request: { value: request } })
            },
          }),
      }
      const world = await openWorld(wallet, factory)
      try {
        const { error, candidates } = await failedPayment(world)
        expect(error).toMatchObject({ code: 'rpc/maybe-sent', hash: undefined })
        isAsked = false
        expect(await candidates()).toHaveLength(1)
      } finally {
        await world.dispose()
      }
    },
  )

  it('is announced to the caller directly before the wallet gets it, so that an abort comes too late', async () => {
    const steps: string[] = []
    const wallet = walletSending((own, inputs) => {
      steps.push('wallet')
      return own(...inputs)
    })
    const world = await openWorld(wallet)
    try {
      const prepared = await world.adapter.prepareSend(await connectedPayment(world))
      await prepared.send({ onAsk: () => void steps.push('asked') })
      expect(steps).toEqual(['asked', 'wallet'])
    } finally {
      await world.dispose()
    }
  })

  it('can be followed if the wallet could not confirm it in time, and named its hash', async () => {
    const wallet = walletSending(async (own, inputs) => {
      const [sent] = await own(...inputs)
      const hash = base58.encode(sent!.signature)
      throw new Error(`Transaction was not confirmed in 30.00 seconds. Check signature ${hash}`)
    })
    const world = await openWorld(wallet)
    try {
      const { error } = await failedPayment(world)
      expect(error).toMatchObject({
        code: 'rpc/maybe-sent',
        hash: expect.any(String),
        // The block height at which the newest blockhash expires.
        reference: expect.stringMatching(/^\d+/),
      })
    } finally {
      await world.dispose()
    }
  })

  it.each([
    ['nothing', undefined],
    ['an empty list', []],
    ['a text instead of a signature', [{ signature: 'sent' }]],
  ])('may have been sent, and is found, if the wallet answers with %s', async (_, answer) => {
    const wallet = walletSending(async (own, inputs) => {
      await own(...inputs)
      return answer
    })
    const world = await openWorld(wallet)
    try {
      const { error, candidates } = await failedPayment(world)
      expect(error).toMatchObject({ code: 'rpc/maybe-sent', hash: undefined })
      expect(await candidates()).toHaveLength(1)
    } finally {
      await world.dispose()
    }
  })
})
