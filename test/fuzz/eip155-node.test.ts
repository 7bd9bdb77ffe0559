import { JsonRpcProvider, parseEther } from 'ethers'
import type { Devnet } from 'latchkey/devnet'
import { encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import { eip155OverRelay } from '../../src/wallets/eip155/over-relay.ts'
import { polled } from '../support/async.ts'
import { fc } from '../support/fast-check.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { describeAndSign } from './describe-and-sign.ts'
import { address, call, tokenCall } from './eip155-requests.ts'
import { nodeCases, nodeTimeoutFor } from './fuzz.ts'
import { promisedEip155 } from './promised.ts'

const { address: from, secret } = devAccounts.alice!.eip155!
const count = nodeCases(10_000)

describe('a described eip155 transaction, on anvil,', { timeout: nodeTimeoutFor(count) }, () => {
  let devnet: Devnet
  let node: JsonRpcProvider
  beforeAll(async () => {
    devnet = await leaseDevnet({ families: ['eip155'] })
    node = new JsonRpcProvider(devnet.networks[0]!.rpcUrls.default.http[0], undefined, {
      batchMaxCount: 1,
      cacheTimeout: -1,
      staticNetwork: true,
    })
  }, leaseTimeout)
  afterAll(async () => {
    node?.destroy()
    await devnet?.stop()
  })

  it('takes no more from the account than the approval says', async () => {
    const network = devnet.networks[0]!
    const token = devnet.tokens[0]!.asset.split(':').at(-1)!
    const log = console as never
    const wallet = eip155OverRelay({ secrets: [secret], networks: [network], fetch: systemFetch, log })
    const ofToken = async (owner: string) =>
      BigInt(await node.call({ to: token, data: balanceOf(owner), blockTag: 'latest' }))
    // anvil sometimes returns the hash slightly before the block exists.
    const mined = (hash: string) => polled(() => node.getTransactionReceipt(hash), 'the block is there')
    const mayTake = async (spender: string) =>
      BigInt(await node.call({ to: token, data: allowance(spender), blockTag: 'latest' }))
    let told = 0
    let promised = 0

    /** Requests that a node accepts: their amounts are small, and token calls go to the token. */
    const request = fc
      .tuple(
        call,
        fc.constantFrom(undefined, address),
        fc.oneof(
          tokenCall,
          fc
            .tuple(address, fc.bigInt({ min: 0n, max: 1000n }))
            .map((args) => encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })),
        ),
        fc.record({
          value: fc.bigInt({ min: 0n, max: 10n ** 9n }).map((value) => `0x${value.toString(16)}`),
          price: fc.option(fc.bigInt({ min: 3n * 10n ** 9n, max: 4n * 10n ** 9n })),
        }),
      )
      .map(([members, plain, data, { value, price }]) => {
        const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, gas, nonce, ...rest } = members
        const priced = price === null ? {} : { gasPrice: `0x${price.toString(16)}` }
        const whole = plain
          ? { ...rest, value }
          : { ...rest, to: token, data, input: undefined, value: '0x0' }
        return JSON.parse(JSON.stringify({ ...whole, ...priced, from })) as Record<string, unknown>
      })

    await fc.assert(
      fc.asyncProperty(request, async (members) => {
        const to = members.to === undefined || members.to === null ? undefined : String(members.to)
        const [coins, tokens] = [await node.getBalance(from), await ofToken(from)]
        const receiver = to && /^0x[0-9a-f]{40}$/i.test(to) ? to : undefined
        const received = receiver ? await node.getBalance(receiver) : 0n
        const answer = await describeAndSign(
          wallet,
          { method: 'eth_sendTransaction', params: [members] },
          network,
        )
        if (!answer) {
          expect(await node.getBalance(from)).toBe(coins)
          return
        }
        told++
        const shown = Object.fromEntries(answer.described.rows)
        const amount = parseEther(shown.amount!.replace(' ETH', ''))
        const receipt = await mined(String(answer.result))
        const did = receipt.status === 1
        expect(receipt.fee).toBeLessThanOrEqual(parseEther(shown.fee!.replace(/^up to | ETH$/g, '')))
        expect(coins - (await node.getBalance(from))).toBe(receipt.fee + (did ? amount : 0n))
        if (did) {
          const holder = shown.to === 'a new contract' ? receipt.contractAddress! : shown.to!
          expect((await node.getBalance(holder)) - received).toBe(amount)
        }
        const moved = did && receiver === token ? BigInt(shown['transfer amount'] ?? 0) : 0n
        const said = promisedEip155(answer.described.effects, token)
        if (said) {
          promised++
          expect(coins - (await node.getBalance(from)) - receipt.fee).toBeLessThanOrEqual(said.coins)
          expect(tokens - (await ofToken(from))).toBeLessThanOrEqual(said.tokens)
          const spender = shown['approve spender']
          if (spender) expect(await mayTake(spender)).toBeLessThanOrEqual(said.allowed.get(spender) ?? 0n)
        }
        const kept = shown['transfer to'] === from.toLowerCase()
        expect(tokens - (await ofToken(from))).toBe(kept ? 0n : moved)
        if (did && receiver === token && shown['approve spender'])
          expect(await mayTake(shown['approve spender']!)).toBe(BigInt(shown['approve amount']!))
      }),
      { numRuns: count },
    )
    console.log(`fuzz: ${told} of ${count} described and mined`)
    expect(told).toBeGreaterThan(count / 3)
    expect(promised).toBeGreaterThan(count / 6)
  })
})

const balanceOf = (owner: string) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner as `0x${string}`] })
const allowance = (spender: string) =>
  encodeFunctionData({
    abi: erc20Abi,
    functionName: 'allowance',
    args: [from as `0x${string}`, spender as `0x${string}`],
  })
