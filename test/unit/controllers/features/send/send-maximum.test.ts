import { afterEach, describe, expect, it } from 'vitest'
import { withoutFee } from '../../../../../src/controllers/features/send/send-fee.ts'
import { latchkeyError } from '../../../../../src/core/errors/latchkey-error.ts'
import type { ChainAdapter } from '../../../../../src/core/wallet/adapter.ts'
import type { SendParams } from '../../../../../src/core/wallet/transaction.ts'
import { clientWorld } from '../../../../support/client-world.ts'
import { network } from '../../../../support/fake-families.ts'

const dot = network('polkadot:91b171bb158e2d3848fa23a9f1c25182')
const asset = `${dot.caipNetworkId}/asset:1984` as const
const worlds: { dispose(): Promise<void> }[] = []
afterEach(async () => {
  for (const latchkey of worlds.splice(0)) await latchkey.dispose()
})

/** Opens the form of a connected client, with a token of which 990 units can be sent. */
async function open() {
  const { latchkey, families, wallet } = clientWorld({
    networks: [dot],
    features: { send: { namespaces: ['polkadot'] } },
    connectors: [{ id: 'a', chains: ['polkadot'] }],
  })
  worlds.push(latchkey)
  families.polkadot.onBalance = async () => 1000n
  families.polkadot.extras = {
    supports: () => true,
    estimateFee: async ({ asset: sent }) => ({
      total: { value: 2n, decimals: 18, symbol: 'COIN' },
      ...{ maxFee: 3n, deposit: 0n, reserve: sent === asset ? 10n : 0n, tokenFee: 0n },
      detail: {} as never,
    }),
  }
  await latchkey.ready()
  await latchkey.connect({ connectorId: 'a', namespaces: ['polkadot'] })
  const { send } = latchkey
  const amount = { value: 1000n, decimals: 18, symbol: 'COIN' }
  const token = { name: 'Coin', network: dot.caipNetworkId, address: '1984', asset, amount }
  await send.setToken(token)
  const coin = { name: 'Coin', network: dot.caipNetworkId, amount }
  return { latchkey, send, token, coin, family: families.polkadot, wallet: wallet('a') }
}

it('the maximum amount of a polkadot asset leaves its minimum balance in the account', async () => {
  const { send, family } = await open()
  await send.setMaximum()
  // The fee is paid in the native coin, so it doesn't reduce the amount.
  expect(send.state.amount).toBe(990n)
  family.onBalance = async () => 10n
  await expect(send.setMaximum()).rejects.toMatchObject({ code: 'validation/insufficient-balance' })
})

it.each([0n, 1n])('a balance of %s units is not enough for a maximum amount', async (held) => {
  const { send, family, coin } = await open()
  const amounts: bigint[] = []
  const { estimateFee } = family.adapter as ChainAdapter
  // A real adapter refuses to send nothing.
  Object.assign(family.adapter as ChainAdapter, {
    estimateFee: async (params: SendParams) => {
      if (params.amount === 0n)
        throw latchkeyError('validation/invalid-amount', { values: { reason: 'must be positive' } })
      amounts.push(params.amount)
      return estimateFee(params)
    },
  })
  family.onBalance = async () => held
  await send.setToken({ ...coin, amount: { ...coin.amount, value: held } })
  await expect(send.setMaximum()).rejects.toMatchObject({ code: 'validation/insufficient-balance' })
  expect(send.state.error).toMatchObject({ code: 'validation/insufficient-balance' })
  expect(amounts).toEqual(held === 0n ? [] : [1n])
})

it('the maximum amount of bip122 is the amount that the adapter reports, even if the balance has more coins', async () => {
  const btc = network('bip122:000000000019d6689c085ae165831e93')
  // One transaction can't spend all coins of the balance.
  const estimateFee = async ({ amount }: SendParams) => {
    if (amount > 60n) throw latchkeyError('validation/invalid-amount', { values: { most: '60' } })
    const coin = { decimals: 8, symbol: 'BTC' }
    return { total: { value: 1n, ...coin }, maxFee: 1n, deposit: 0n, reserve: 0n, tokenFee: 0n, detail: {} }
  }
  const from = `${btc.caipNetworkId}:alice` as const
  const adapter = { estimateFee } as unknown as ChainAdapter
  expect(await withoutFee(adapter, btc, 100n, { from, to: 'bob' }, undefined)).toBe(60n)
})

describe('a maximum amount that is read too late', () => {
  type World = Awaited<ReturnType<typeof open>>

  it.each<[string, (world: World) => void, object]>([
    ['the visitor types an amount', ({ send }) => send.setAmount('0.000000000000000005'), { amount: 5n }],
    [
      'the visitor chooses another token and then the first token again',
      ({ send, token }) => {
        send.setToken({ ...token, asset: `${asset}1`, address: '19841' })
        send.setToken(token)
      },
      { amount: undefined, sendTokenAmount: '' },
    ],
    [
      'the visitor switches the account and chooses the same token',
      ({ send, token, wallet }) => {
        wallet.showAccounts('polkadot', 'b-polkadot')
        send.setToken(token)
      },
      { amount: undefined, sendTokenAmount: '' },
    ],
    [
      'the form is cleared and has the same token again',
      ({ send, token }) => {
        send.resetSend()
        send.setToken(token)
      },
      { amount: undefined, sendTokenAmount: '' },
    ],
  ])('changes nothing after %s', async (_, change, form) => {
    for (const held of [1000n, 10n]) {
      const world = await open()
      const { send, family } = world
      let answer: ((held: bigint) => void) | undefined
      family.onBalance = () => new Promise((resolve) => (answer = resolve))
      const filling = send.setMaximum()
      await expect.poll(() => answer, { message: 'the balance is requested' }).toBeDefined()
      change(world)
      answer?.(held)
      await filling
      expect(send.state).toMatchObject({ token: world.token, error: undefined, ...form })
    }
  })
})

describe('the maximum amount of the coin', () => {
  /** Makes a payment to Bob cost 40 units more than a payment to any other account. */
  async function dearBob() {
    const world = await open()
    const { family, send, coin } = world
    const { estimateFee } = family.adapter as ChainAdapter
    Object.assign(family.adapter as ChainAdapter, {
      estimateFee: async (params: SendParams) => {
        const fee = await estimateFee(params)
        return params.to === 'bob-polkadot' ? { ...fee, maxFee: fee.maxFee + 40n } : fee
      },
    })
    await send.setToken(coin)
    await send.setMaximum()
    expect(send.state.amount).toBe(997n)
    return world
  }

  it('follows the recipient, on whom the fee can depend', async () => {
    const { send } = await dearBob()
    await send.setReceiver('bob-polkadot')
    await expect.poll(() => send.state.amount, { message: 'the amount leaves the fee' }).toBe(957n)
    await send.setReceiver('carol-polkadot')
    await expect.poll(() => send.state.amount, { message: 'the amount leaves the lower fee' }).toBe(997n)
    expect(send.state).toMatchObject({
      receiverAddress: 'carol-polkadot',
      error: undefined,
      missing: undefined,
    })
  })

  it('follows a recipient that the visitor enters while it is calculated', async () => {
    const { send, family } = await dearBob()
    await send.setAmount('')
    let answer: ((held: bigint) => void) | undefined
    const { onBalance } = family
    family.onBalance = () => new Promise((resolve) => (answer = resolve))
    const filling = send.setMaximum()
    await expect.poll(() => answer, { message: 'the balance is requested' }).toBeDefined()
    await send.setReceiver('bob-polkadot')
    family.onBalance = onBalance
    answer?.(1000n)
    await filling
    expect(send.state).toMatchObject({ receiverAddress: 'bob-polkadot', amount: 957n, error: undefined })
  })

  it('stays as the visitor typed it', async () => {
    const { send } = await dearBob()
    await send.setAmount('0.000000000000000999')
    await send.setReceiver('bob-polkadot')
    await send.prepareReview()
    expect(send.state.amount).toBe(999n)
  })
})

it("a coin of another network isn't sent as the active network's coin", async () => {
  const { send, coin } = await open()
  const network = 'polkadot:b0a8d493285c2df73290dfb7e61f870f' as const
  await send.setToken({ ...coin, network })
  await send.setAmount('0.000000000000000005')
  await send.setReceiver('bob-polkadot')
  const refused = {
    code: 'validation/invalid-input',
    message: `token: COIN is on ${network}, but the active network is ${dot.caipNetworkId}`,
  }
  await expect(send.prepareReview()).rejects.toMatchObject(refused)
  expect(send.state.error).toMatchObject(refused)
  await expect(send.setMaximum()).rejects.toMatchObject(refused)
})
