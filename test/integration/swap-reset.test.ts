// @module-tag ci
import { encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Devnet, startDevnet } from '../../src/devnet/index.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'
import { receiptOf } from '../support/receipt.ts'
import { strictToken } from '../support/strict-token.ts'
import { UniswapScene } from '../support/uniswap-scene.ts'

const plain = getAddress(`0x${'7a5d'.repeat(10)}`)

let devnet: Devnet
let scene: UniswapScene

beforeAll(async () => {
  // Starts a separate node, because a swap depends on the account's balances and on the time of the chain.
  devnet = await startDevnet({ families: ['eip155'] })
  scene = await UniswapScene.deploy(devnet)
}, leaseTimeout)
afterAll(() => devnet?.stop())
afterEach(() => scene.close())

/** Sets an allowance, as if an earlier swap had left it. */
async function allow(amount: bigint): Promise<void> {
  const { client, contracts } = scene.uniswap
  const args = [contracts.swapRouter02, amount] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  await client.impersonateAccount({ address: scene.owner })
  const call = { account: scene.owner, chain: null, to: scene.token('tUSD'), data, gas: 200_000n } as const
  const hash = await client.sendTransaction(call)
  await receiptOf(client, hash)
  await client.stopImpersonatingAccount({ address: scene.owner })
}

/** While `run` runs, the token refuses to change an allowance unless the old or the new allowance is 0. */
async function strictly(run: () => Promise<void>): Promise<void> {
  const { client } = scene.uniswap
  const address = scene.token('tUSD')
  const code = (await client.getCode({ address })) as Hex
  await client.setCode({ address: plain, bytecode: code })
  await client.setCode({ address, bytecode: strictToken(plain) })
  try {
    await run()
  } finally {
    await client.setCode({ address, bytecode: code })
  }
}

describe('a swap with an allowance left from an earlier swap', () => {
  it.each([
    ['resets the allowance first if the token requires this', true, [0n, 500_000n]],
    ['changes the allowance in one step if the token allows this', false, [500_000n]],
  ] as const)('%s', async (_, strict, expected) => {
    const { client, contracts } = scene.uniswap
    const address = scene.token('tUSD')
    const code = await client.getCode({ address })
    await scene.open()
    await allow(7n)
    if (strict) {
      await client.setCode({ address: plain, bytecode: code as Hex })
      await client.setCode({ address, bytecode: strictToken(plain) })
    }
    try {
      const { swap } = scene
      await swap.begin({ fromToken: 'tUSD', toToken: 'ETH', amount: '0.5' })
      let review = await swap.prepareReview()
      const approved: (bigint | undefined)[] = []
      let done: typeof review | undefined
      const offeredAgain: unknown[] = []
      swap.subscribe(() => {
        const { waiting, review: shown } = swap.state
        if (waiting === 'approved') done = shown ?? done
        else if (!waiting && shown && shown === done) offeredAgain.push(shown.approves)
      })
      while (review.step === 'approve' && approved.length < 3) {
        expect(review.spender).toBe(contracts.swapRouter02)
        approved.push(review.approves)
        await swap.approve()
        review = swap.state.review!
      }
      expect(approved).toEqual(expected)
      expect(offeredAgain).toEqual([])
      expect(await scene.allowance('tUSD', contracts.swapRouter02)).toBe(500_000n)
      const settled = new Promise((resolve) => swap.on('settled', resolve))
      await swap.swapTokens()
      await settled
      expect(swap.state.result).toMatchObject({ phase: 'confirmed', short: false })
      expect(scene.asked).toBe(expected.length + 1)
    } finally {
      await client.setCode({ address, bytecode: code as Hex })
    }
  })

  it("requests the approval when the reset is mined, even if the wallet's answer was lost", async () => {
    await scene.open()
    await allow(7n)
    await strictly(async () => {
      const { swap, world } = scene
      await swap.begin({ fromToken: 'tUSD', toToken: 'ETH', amount: '0.5' })
      expect(await swap.prepareReview()).toMatchObject({ step: 'approve', approves: 0n })
      const lost = { code: -32603, message: 'lost', data: { maybeSent: true } }
      world.wallet.script.next('eth_sendTransaction', { error: lost })
      await expect(swap.approve()).rejects.toMatchObject({ code: 'rpc/maybe-sent' })
      // The client requests no second reset while the first may be mined.
      expect(await swap.prepareReview()).toMatchObject({ step: 'approve', approves: 0n })
      await expect(swap.approve()).rejects.toMatchObject({ code: 'rpc/maybe-sent' })
      expect(scene.asked).toBe(1)
      await allow(0n)
      expect(await swap.prepareReview()).toMatchObject({ step: 'approve', approves: 500_000n })
      await swap.approve()
      expect(scene.asked).toBe(2)
      expect(await scene.allowance('tUSD', scene.router)).toBe(500_000n)
      await swap.revoke()
    })
  })

  it('shows the approval before the wallet request if the reset has become unnecessary', async () => {
    await scene.open()
    await allow(7n)
    await strictly(async () => {
      const { swap } = scene
      await swap.begin({ fromToken: 'tUSD', toToken: 'ETH', amount: '0.5' })
      expect(await swap.prepareReview()).toMatchObject({ step: 'approve', approves: 0n })
      await allow(0n)
      scene.ahead = 61_000
      await expect(swap.approve()).rejects.toMatchObject({ code: 'swap/changed' })
      expect(scene.asked).toBe(0)
      expect(swap.state.review).toMatchObject({ step: 'approve', approves: 500_000n })
      // Now the visitor has seen the approval.
      await swap.approve()
      expect(await scene.allowance('tUSD', scene.router)).toBe(500_000n)
      await swap.revoke()
    })
  })
})
