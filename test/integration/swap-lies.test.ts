import {
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  maxUint256,
  parseAbi,
  toHex,
} from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Devnet } from '../../src/devnet/index.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { type Loopback, loopback } from '../support/loopback.ts'
import { type SwapWorld, swapWorld } from '../support/swap-world.ts'

const routerAbi = parseAbi([
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  'function multicall(bytes[] calls)',
])

/** The parsed body of the service's answer. */
// biome-ignore lint/suspicious/noExplicitAny: false answers can have any shape.
type Body = any

interface Scene {
  readonly world: SwapWorld
  /** A contract that does nothing. */
  readonly idle: Hex
  readonly stranger: Hex
  readonly chain: string
}

interface Lie {
  readonly says: string
  /** The last part of the request's URL path. The answer to this request is changed. */
  readonly at: 'tokens' | 'quotes' | 'build-transaction' | 'build-approve'
  readonly tell: (body: Body, scene: Scene) => void
  /** The field that the error names. */
  readonly field: string
  /** Whether the swap starts with the native token. Default: it starts with a token, and ends with the native token. */
  readonly coin?: boolean
}

const quote = (says: string, field: string, change: (quote: Body, scene: Scene) => void): Lie => ({
  says,
  field,
  at: 'quotes',
  tell: ({ quotes }, scene) => change(quotes[0], scene),
})
const built = (says: string, field: string, change: (tx: Body, scene: Scene) => void, coin = false): Lie => ({
  says,
  field,
  at: 'build-transaction',
  tell: ({ tx }, scene) => change(tx, scene),
  coin,
})
const approval = (says: string, field: string, change: (tx: Body, scene: Scene) => void): Lie => ({
  says,
  field,
  at: 'build-approve',
  tell: ({ tx }, scene) => change(tx, scene),
})

/** Encodes the same router call with changed arguments. Their order: [amount, minimum, path, recipient, deadline]. */
function rewritten(data: Hex, change: (args: unknown[], scene: Scene) => void, scene: Scene): Hex {
  const { functionName, args } = decodeFunctionData({ abi: routerAbi, data })
  const changed = [...(args as readonly unknown[])]
  change(changed, scene)
  return encodeFunctionData({ abi: routerAbi, functionName, args: changed } as never)
}
const argument = (says: string, field: string, at: number, to: (old: unknown, scene: Scene) => unknown) =>
  built(says, field, (tx, scene) => {
    tx.data = rewritten(
      tx.data,
      (args) => {
        args[at] = to(args[at], scene)
      },
      scene,
    )
  })
const approve = (spender: Hex, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
const now = () => BigInt(Math.floor(Date.now() / 1000))
const amount = 25_000_000n

const lies: readonly Lie[] = [
  {
    says: 'a token with wrong decimals',
    at: 'tokens',
    tell: ({ tokens }) => {
      for (const token of tokens) if (token.symbol === 'tUSD') token.decimals = 8
    },
    field: 'decimals',
  },
  quote('a quote for another source token', 'source token', (it, { world }) => {
    it.fromAccount = it.fromAccount.replace(/0x.*/, world.reader.token('LKT'))
  }),
  quote('a quote for another target token', 'target token', (it, { world }) => {
    it.toAccount = it.toAccount.replace(/0x.*/, world.reader.token('LKT'))
  }),
  quote('a quote for the same token on another network', 'target token', (it) => {
    it.toAccount = it.toAccount.replace(/^eip155:\d+/, 'eip155:1')
  }),
  quote('a quote for a larger amount', 'amount', (it) => {
    it.fromAmount = String(BigInt(it.fromAmount) + 1n)
  }),
  quote('a quote of zero', 'target amount', (it) => {
    it.toAmount = '0'
    it.minimum = '0'
  }),
  quote('a quote with a minimum below the agreed minimum', 'minimum', (it) => {
    it.minimum = String((BigInt(it.toAmount) * 98n) / 100n)
  }),
  quote('an expired price', 'expiry', (it) => {
    it.expiry = Date.now() - 86_400_000
  }),
  quote('a price without an expiry', 'expiry', (it) => {
    it.expiry = Date.now() + 86_400_000
  }),
  quote('a fee above the amount', 'provider fee', (it) => {
    it.fee = String(BigInt(it.fromAmount) + 1n)
  }),
  quote('a negative amount', 'toAmount', (it) => {
    it.toAmount = `-${it.toAmount}`
  }),
  quote('an amount in hex', 'toAmount', (it) => {
    it.toAmount = toHex(BigInt(it.toAmount))
  }),
  quote('a fraction of the smallest unit', 'toAmount', (it) => {
    it.toAmount = `${it.toAmount}.5`
  }),
  quote('a spender other than the spender in the transaction', 'contract', (it, { stranger }) => {
    it.spender = stranger
  }),
  built('a call to another contract', 'contract', (tx, { chain, idle }) => {
    tx.to = `${chain}:${idle}`
  }),
  built('a swap on another network', 'network', (tx) => {
    tx.to = tx.to.replace(/^eip155:\d+/, 'eip155:1')
  }),
  built('another account', 'account', (tx, { chain, stranger }) => {
    tx.from = `${chain}:${stranger}`
  }),
  argument('another recipient', 'receiver', 3, (_, { stranger }) => stranger),
  argument('a lower minimum', 'minimum', 1, (old) => (old as bigint) - 1n),
  argument('no minimum at all', 'minimum', 1, () => 0n),
  argument('a larger amount', 'amount', 0, (old) => (old as bigint) + 1n),
  argument('the largest possible amount', 'amount', 0, () => maxUint256),
  argument('another source token', 'source token', 2, (old, { world }) => [
    world.reader.token('LKT'),
    ...(old as Hex[]).slice(1),
  ]),
  argument('an invalid route', 'route', 2, (old) => (old as Hex[]).slice(0, 1)),
  argument('a route over a dozen pools', 'route', 2, (old) => [
    ...Array(6).fill((old as Hex[])[0]),
    (old as Hex[])[1],
  ]),
  argument('a deadline that has passed', 'deadline', 4, () => now() - 1n),
  argument('a deadline in a year', 'deadline', 4, () => now() + 31_536_000n),
  argument('a deadline that is the largest number', 'deadline', 4, () => maxUint256),
  built('a token in place of the native token', 'target token', (tx, { world }) => {
    const { args } = decodeFunctionData({ abi: routerAbi, data: tx.data })
    tx.data = encodeFunctionData({
      abi: parseAbi(['function swapExactTokensForTokens(uint256, uint256, address[], address, uint256)']),
      args: [
        args[0] as bigint,
        args[1] as bigint,
        [world.reader.token('tUSD'), world.reader.token('LKT')],
        world.address as Hex,
        now() + 600n,
      ],
    })
  }),
  built('Ether in addition to a token', 'value', (tx) => {
    tx.value = '1'
  }),
  built(
    'more Ether than the amount',
    'value',
    (tx) => {
      tx.value = String(BigInt(tx.value) * 2n)
    },
    true,
  ),
  built(
    'less Ether than the amount',
    'value',
    (tx) => {
      tx.value = '1'
    },
    true,
  ),
  built(
    'another token in place of the native token',
    'target token',
    (tx, scene) => {
      tx.data = rewritten(
        tx.data,
        (args) => {
          args[1] = [(args[1] as Hex[])[0], scene.world.reader.token('LKT')]
        },
        scene,
      )
    },
    true,
  ),
  built('a swap with an unlimited input', 'data', (tx) => {
    const { args } = decodeFunctionData({ abi: routerAbi, data: tx.data })
    tx.data = encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapTokensForExactETH',
      args: args as never,
    })
  }),
  built('a multicall that also pays another recipient', 'data', (tx, { stranger }) => {
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [stranger, amount] })
    tx.data = encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [[tx.data, transfer]] })
  }),
  built('a transferFrom in place of the swap', 'data', (tx, { stranger, world }) => {
    tx.data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transferFrom',
      args: [world.address as Hex, stranger, amount],
    })
  }),
  built('an approval in place of the swap', 'data', (tx, { stranger }) => {
    tx.data = approve(stranger, amount)
  }),
  built('extra bytes after the call', 'data', (tx) => {
    tx.data = `${tx.data}00`
  }),
  built('extra bytes in an address word', 'data', (tx) => {
    // The recipient is the fourth argument, so it follows three words.
    const at = 10 + 3 * 64
    tx.data = `${tx.data.slice(0, at)}01${tx.data.slice(at + 2)}`
  }),
  built('no call at all', 'data', (tx) => {
    tx.data = '0x'
  }),
  built('half a byte', 'tx.data', (tx) => {
    tx.data = `${tx.data}0`
  }),
  built('the swap of another quote', 'amount', (tx, scene) => {
    tx.data = rewritten(
      tx.data,
      (args) => {
        args[0] = 1_000_000n
      },
      scene,
    )
    tx.amount = '1000000'
  }),
  approval('an unlimited approval', 'approved amount', (tx, { world }) => {
    tx.data = approve(world.reader.router, maxUint256)
  }),
  approval('an approval for one unit too much', 'approved amount', (tx, { world }) => {
    tx.data = approve(world.reader.router, amount + 1n)
  }),
  approval('an approval for another spender', 'spender', (tx, { stranger }) => {
    tx.data = approve(stranger, amount)
  }),
  approval('an approval of another token', 'approved token', (tx, { chain, world }) => {
    tx.to = `${chain}:${world.reader.token('LKT')}`
  }),
  approval('a transfer in place of the approval', 'data', (tx, { stranger }) => {
    tx.data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [stranger, amount] })
  }),
  approval('Ether in addition to the approval', 'value', (tx) => {
    tx.value = '1'
  }),
  approval('an approval on another network', 'network', (tx) => {
    tx.to = tx.to.replace(/^eip155:\d+/, 'eip155:1')
  }),
  approval('extra bytes after the approval', 'data', (tx) => {
    tx.data = `${tx.data}${'0'.repeat(64)}`
  }),
]

describe('a swap service that returns false data', () => {
  let devnet: Devnet
  let between: Loopback
  let world: SwapWorld
  let scene: Scene
  let lie: ((part: string, body: Body) => void) | undefined

  beforeAll(async () => {
    devnet = await leaseDevnet({ families: ['eip155'], exchange: true, data: true })
    const { url } = devnet.data!
    between = await loopback(async ({ method, path, body, headers }, response) => {
      const target = new URL(path, 'http://liar')
      const answer = await fetch(url.replace(/\/$/, '') + path, {
        method,
        ...(body !== '' && { body, headers: { 'content-type': headers['content-type'] ?? '' } }),
      }).catch(() => undefined)
      // The service closed a connection that was idle. The page then asks again.
      if (!answer) return void response.destroy()
      const said = await answer.json()
      if (answer.ok) lie?.(target.pathname.split('/').at(-1)!, said)
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
    })
  }, leaseTimeout)
  afterAll(async () => {
    await between?.close()
    await devnet?.stop()
  })
  afterEach(() => world?.dispose())

  async function open() {
    world = await swapWorld(devnet, { endpoints: { data: between.url } })
    const idle = getAddress(`0x${'1d1e'.repeat(10)}`)
    // The code of the contract is the instruction STOP.
    await world.reader.chain.setCode({ address: idle, bytecode: '0x00' })
    const stranger = getAddress(
      devnet.accounts.mallory?.eip155?.address ?? devnet.accounts.erin!.eip155!.address,
    )
    scene = { world, idle, stranger: stranger as Hex, chain: world.network.caipNetworkId }
  }
  const fill = (coin = false) => (coin ? world.fill('ETH', 'tUSD', '0.01') : world.fill('tUSD', 'ETH', '25'))

  /** Makes a swap in the same steps as the form: first an approval, if the review says that one is needed. */
  async function swapAll(): Promise<void> {
    const { swap } = world
    if (swap.state.error) throw swap.state.error
    const { step } = await swap.prepareReview()
    if (step === 'approve') await swap.approve()
    if (swap.state.error) throw swap.state.error
    const settled = world.settled()
    await swap.swapTokens()
    await settled
  }

  it.each(lies.map((each) => [each.says, each] as const))(
    'is detected if its answer contains %s',
    async (_, { at, tell, field, coin }) => {
      await open()
      const { reader, asked, swap } = world
      const held = async () => [await reader.balance('tUSD'), await reader.allowance('tUSD')]
      const before = await held()
      let told = 0
      lie = (part, body) => {
        if (part !== at) return
        told++
        tell(body, scene)
      }
      await fill(coin)
      const refusal = await swapAll().then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(told).toBeGreaterThan(0)
      expect(refusal).toMatchObject({ code: 'swap/mismatch', values: { field } })
      expect((refusal as Error).message).toContain(`The swap's ${field} doesn't match the request`)
      expect(swap.state.error).toMatchObject({ code: 'swap/mismatch' })
      expect(asked()).toBe(0)
      expect(await held()).toEqual(before)

      // With correct answers, a new client can make the same swap.
      lie = undefined
      await world.dispose()
      await open()
      await fill(coin)
      await swapAll()
      expect(world.asked()).toBe(coin ? 1 : 2)
      expect(world.swap.state.result).toMatchObject({ phase: 'confirmed', short: false })
      const [tokens, allowed] = await held()
      if (coin) expect(tokens).toBeGreaterThan(before[0]!)
      else expect(tokens).toBe(before[0]! - amount)
      expect(allowed).toBe(0n)
    },
  )

  it('is detected by the simulation if all answers name a contract that does nothing', async () => {
    await open()
    lie = (part, body) => {
      if (part === 'quotes') body.quotes[0].spender = scene.idle
      if (part === 'build-transaction') body.tx.to = `${scene.chain}:${scene.idle}`
      if (part === 'build-approve') body.tx.data = approve(scene.idle, amount)
    }
    await fill()
    await expect(swapAll()).rejects.toMatchObject({ code: 'swap/mismatch', values: { field: 'minimum' } })
    expect(world.asked()).toBe(0)
    expect(await world.reader.allowance('tUSD', scene.idle)).toBe(0n)
    lie = undefined
  })
})
