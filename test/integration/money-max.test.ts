// Sends the largest amount from new accounts of each family. Smaller test runs skip this file, and test Max only in the
// money tests of each family.
// @module-tag all
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withoutFee } from '../../src/controllers/features/send/send-fee.ts'
import type { ChainAdapter } from '../../src/core/wallet/adapter.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { chainReader } from '../../src/testing/readers/chain-reader.ts'
import { finalizeNode } from '../support/faulty-nodes.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import {
  familyOf,
  freshSecret,
  type MoneyWay,
  type MoneyWorld,
  moneyWays,
  openMoneyWorld,
} from '../support/money-world.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155', 'solana', 'bip122', 'cosmos', 'polkadot'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

const worlds: MoneyWorld[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) {
    world.nodes.set('', [])
    await world.dispose()
  }
})

/** The amount that a new account gets. This amount is enough for every fee. */
const funds: Readonly<Record<string, bigint>> = {
  eip155: 10n ** 17n,
  solana: 10n ** 9n,
  bip122: 300_000n,
  cosmos: 1_000_000n,
  polkadot: 10n ** 13n,
}

async function open(way: MoneyWay, secret?: string) {
  const world = await openMoneyWorld(devnet, way, 1, secret)
  worlds.push(world)
  const id = world.network.caipNetworkId
  const pay = async (to: string, amount: bigint, maxFee?: bigint) => {
    const params = { from: world.from, to, amount, maxFee } as Parameters<ChainAdapter['send']>[0]
    const sent = await world.clock.pass(world.adapter.send(params))
    await world.clock.pass(world.adapter.waitForTransaction(id, sent))
    await finalizeNode(familyOf(way), world.target)
  }
  return { ...world, from: world.from, adapter: world.adapter, pay }
}

// Max leaves a reserve in case the fee rises. If the fee rises by more than this reserve, the client refuses to send.
const faultsOf = (way: MoneyWay) => [
  ...['', 'no-hints', way === 'bip122' ? 'rising-price:20' : 'rising-price:1'],
  ...(familyOf(way) === 'eip155' ? ['rollup-fee'] : []),
]

// The embedded wallet and WalletConnect are left out, because their Max is computed like that of the other wallets.
const ways = (Object.keys(moneyWays) as MoneyWay[]).filter((way) => !/embedded|walletconnect/.test(way))

describe.each(ways)('the largest amount on %s', (way) => {
  const family = familyOf(way)
  it.each(faultsOf(way).map((fault) => [fault || 'none', fault] as const))(
    'leaves at most the reserve and the unused fee in the account when it is sent (price fault: %s)',
    async (_, fault) => {
      const secret = freshSecret(way)
      const poor = await open(way, secret)
      const address = poor.from.split(':')[2]!
      await (await open(way)).pay(address, funds[family]!)
      if (fault !== '') poor.nodes.set('', [fault])
      const to = moneyWays[way].receiver()
      const { value } = await poor.clock.pass(poor.adapter.getBalance(poor.from as never))
      expect(value).toBe(funds[family])
      const params = { from: poor.from as never, to }
      const most = await poor.clock.pass(withoutFee(poor.adapter, poor.network, value, params, undefined))
      const node = { ...poor.network, rpcUrls: { default: { http: [poor.target] } } }
      const reader = await chainReader(node)
      if (family === 'bip122' && fault === 'rising-price:20') {
        // On bip122, Max leaves no reserve. So if the rate rises, the client refuses before it asks the wallet.
        await expect(poor.pay(to, most)).rejects.toMatchObject({ code: 'validation/insufficient-balance' })
        expect(await reader.balance(to)).toBe(0n)
        return
      }
      const { maxFee, reserve } = await poor.clock.pass(poor.adapter.estimateFee({ ...params, amount: most }))
      await poor.pay(to, most)
      expect(await reader.balance(to)).toBe(most)
      // The unused part of the fee limit stays in the account too.
      const left = await reader.balance(address)
      expect(left).toBeLessThanOrEqual(reserve + maxFee)
      expect(most).toBeGreaterThan((value * 9n) / 20n)
    },
    60_000,
  )
})
