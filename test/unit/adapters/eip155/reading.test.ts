import { afterEach, describe, expect, it, vi } from 'vitest'
import { chainError } from '../../../../src/adapters/eip155/chain/client.ts'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import { missingPeer } from '../../../../src/core/errors/missing-peer.ts'
import type { SentTransaction } from '../../../../src/core/wallet/transaction.ts'
import { account, adapterWorld, alice, bob, hash, honest, network } from '../../../support/eip155-adapter.ts'

const token = `0x${'70'.repeat(20)}`
const asset = `eip155:1/erc20:${token}` as const
const word = (value: bigint | number) => `0x${value.toString(16).padStart(64, '0')}`
const text = (value: string) =>
  `0x${word(32).slice(2)}${word(Buffer.byteLength(value)).slice(2)}${Buffer.from(value).toString('hex').padEnd(128, '0')}`
const invalid = { code: 'rpc/invalid-value' }

/** Answers calls to a token contract. `answers` can replace the answer of each function. */
const tokenAnswers =
  (answers: { decimals?: unknown; symbol?: unknown; balanceOf?: unknown }) =>
  ([{ data }]: [{ data: string }]) => {
    if (data.startsWith('0x313ce567')) return answers.decimals ?? word(6)
    if (data.startsWith('0x95d89b41')) return answers.symbol ?? text('USDX')
    return answers.balanceOf ?? word(7)
  }

describe('balances', () => {
  it('are read without a wallet, for any account', async () => {
    const { adapter, answers } = adapterWorld()
    answers.eth_getBalance = '0x10'
    expect(await adapter.getBalance(`eip155:1:${bob}`)).toEqual({ value: 16n, decimals: 18, symbol: 'ETH' })
  })

  it.each(['0x', '', '0xZZ', `0x${'f'.repeat(80)}`, '-0x1', '0x-1', '16', 16, null, undefined, {}, ['0x1']])(
    'are refused when the answer is %o',
    async (answer) => {
      const { adapter, answers } = adapterWorld()
      answers.eth_getBalance = answer
      await expect(adapter.getBalance(account)).rejects.toMatchObject({
        ...invalid,
        message: 'The endpoint returned an impossible value for eth_getBalance',
      })
    },
  )

  it('of tokens have the decimals and the symbol of the contract', async () => {
    const { adapter, answers, asked } = adapterWorld()
    answers.eth_call = tokenAnswers({})
    expect(await adapter.getBalance(account, asset)).toEqual({ value: 7n, decimals: 6, symbol: 'USDX' })
    expect(asked).toHaveLength(3)
    await adapter.getBalance(account, asset)
    expect(asked).toHaveLength(4)
  })

  it.each([
    ['32 bytes', `0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`, 'MKR'],
    ['characters that reverse the text direction', text('\u202eXDSU\u0000'), 'XDSU'],
    ['a very long text', text('A'.repeat(60)), 'A'.repeat(32)],
    ['empty', '0x', ''],
    ['an error', undefined, ''],
  ])('of tokens are shown if the answer for the symbol is %s', async (name, symbol, shown) => {
    const { adapter, answers } = adapterWorld()
    const honestToken = tokenAnswers({ symbol })
    answers.eth_call = (params: [{ data: string }]) => {
      if (name === 'an error' && params[0].data.startsWith('0x95d89b41'))
        throw latchkeyError('node/execution-reverted', { values: { method: 'eth_call', reason: '' } })
      return honestToken(params)
    }
    expect((await adapter.getBalance(account, asset)).symbol).toBe(shown)
  })

  it.each([
    ['300 decimals', { decimals: word(300) }],
    ['2^256 - 1 decimals', { decimals: word(2n ** 256n - 1n) }],
    ['no decimals', { decimals: '0x' }],
    ['decimals of one byte', { decimals: '0x06' }],
    ['no balance', { balanceOf: '0x' }],
    ['a balance of one byte', { balanceOf: '0x07' }],
    ['odd hex', { balanceOf: '0x7' }],
  ])('of a token with %s are refused', async (_, answers) => {
    const world = adapterWorld()
    world.answers.eth_call = tokenAnswers(answers)
    await expect(world.adapter.getBalance(account, asset)).rejects.toMatchObject(invalid)
  })

  it('of a token are read again after its contract gave an invalid answer', async () => {
    const { adapter, answers } = adapterWorld()
    answers.eth_call = tokenAnswers({ decimals: word(300) })
    await expect(adapter.getBalance(account, asset)).rejects.toMatchObject(invalid)
    answers.eth_call = tokenAnswers({})
    expect(await adapter.getBalance(account, asset)).toMatchObject({ decimals: 6 })
  })

  it('are refused for an invalid address, another family or an unknown network', async () => {
    const { adapter, asked } = adapterWorld()
    await expect(adapter.getBalance(`eip155:5:${bob}`)).rejects.toMatchObject({
      code: 'network/not-requested',
      message: "Network eip155:5 isn't in the `networks` option",
    })
    await expect(adapter.getBalance(`solana:x:${bob}` as never)).rejects.toMatchObject({
      code: 'network/not-requested',
    })
    await expect(adapter.getBalance('eip155:1:bob')).rejects.toMatchObject({
      code: 'validation/invalid-address',
    })
    expect(asked).toEqual([])
  })

  it('end with an error when the caller aborts', async () => {
    const { adapter, answers } = adapterWorld()
    answers.eth_getBalance = () => new Promise(() => {})
    const stop = new AbortController()
    const reading = adapter.getBalance(account, undefined, { signal: stop.signal })
    stop.abort()
    await expect(reading).rejects.toMatchObject({ code: 'flow/aborted' })
  })
})

describe('eip155 fees', () => {
  const params = { from: account, to: bob, amount: 1n }

  it('allow the base fee to rise by a fifth', async () => {
    const { adapter } = adapterWorld()
    expect(await adapter.estimateFee(params)).toEqual({
      total: { value: 21000n * 121n, decimals: 18, symbol: 'ETH' },
      maxFee: (21000n * 121n * 5n + 3n) / 4n,
      reserve: 0n,
      ...{ deposit: 0n, tokenFee: 0n },
      detail: { gas: 21000n, maxFeePerGas: 121n, maxPriorityFeePerGas: 1n },
    })
  })

  it('follow the gas price on a network without EIP-1559', async () => {
    const { adapter, answers } = adapterWorld()
    answers.eth_getBlockByNumber = { ...(honest.eth_getBlockByNumber as object), baseFeePerGas: undefined }
    expect((await adapter.estimateFee(params)).detail).toEqual({
      gas: 21000n,
      maxFeePerGas: 2n,
      maxPriorityFeePerGas: 2n,
    })
  })

  it('convert the data fee on Mantle from ether to the native currency, and add the operator fee', async () => {
    const dataFee = async (chainId: number) => {
      const { adapter, answers } = adapterWorld({ networks: [network(chainId)] })
      const oracle = '0x420000000000000000000000000000000000000f'
      answers.eth_getCode = ([address]: [string]) => (address.toLowerCase() === oracle ? '0x60' : '0x')
      answers.eth_call = ([{ data }]: [{ data: string }]) => {
        if (data.startsWith('0x49948e0e')) return word(7)
        return data.startsWith('0x06f837d3') ? word(3000) : word(11)
      }
      const from = `eip155:${chainId}:${alice}` as const
      return (await adapter.estimateFee({ ...params, from })).detail.dataFee
    }
    expect(await dataFee(5000)).toBe(21_011n)
    expect(await dataFee(5003)).toBe(21_011n)
    expect(await dataFee(10)).toBe(18n)
  })

  it.each([
    ['more gas than a block holds', { eth_estimateGas: '0x1c9c381' }],
    ['gas that is not a number', { eth_estimateGas: 'many' }],
    [
      'a base fee that is not a number',
      { eth_getBlockByNumber: { ...(honest.eth_getBlockByNumber as object), baseFeePerGas: '' } },
    ],
  ])('are refused when the node answers with %s', async (_, lie) => {
    const { adapter, answers } = adapterWorld()
    Object.assign(answers, lie)
    await expect(adapter.estimateFee(params)).rejects.toMatchObject(invalid)
  })

  it('cause an error that says why the network would refuse the call', async () => {
    const { adapter, answers } = adapterWorld()
    answers.eth_estimateGas = () => {
      throw latchkeyError('node/insufficient-funds')
    }
    await expect(adapter.estimateFee(params)).rejects.toMatchObject({ code: 'node/insufficient-funds' })
  })
})

describe("a read of a transaction's status", () => {
  const block = honest.eth_getBlockByNumber as { hash: string }
  const receipt = {
    transactionHash: hash,
    blockHash: block.hash,
    blockNumber: '0xa',
    gasUsed: '0x5208',
    effectiveGasPrice: '0x2',
    status: '0x1',
    logs: [],
  }
  const sent = { hash }
  const world = (changes: Record<string, unknown>, of: SentTransaction = sent) => {
    const { adapter, answers } = adapterWorld()
    Object.assign(answers, {
      eth_getTransactionReceipt: receipt,
      eth_getBlockByNumber: ([tag]: [string]) =>
        tag === 'finalized' ? { ...block, number: '0x9' } : honest.eth_getBlockByNumber,
      ...changes,
    })
    return adapter.getTransactionStatus('eip155:1', of)
  }
  const at = 0x6553f100 * 1000

  it('reports the time, the fee and the confirmations of a mined transaction', async () => {
    expect(await world({ eth_blockNumber: '0xc' })).toEqual({
      phase: 'confirmed',
      confirmations: 3,
      at,
      fee: 42000n,
    })
  })

  it("includes a rollup's data fee in the fee", async () => {
    const fee = async (l1Fee: unknown) => {
      const status = await world({ eth_getTransactionReceipt: { ...receipt, l1Fee } })
      return 'fee' in status ? status.fee : undefined
    }
    expect(await fee('0x7')).toBe(42007n)
    expect(await fee(null)).toBe(42000n)
  })

  it.each(['0x7a', '0x7b', '0x7c'])(
    'reports no fee for a Celo transaction of type %s, which may pay the fee in a token',
    async (type) => {
      const status = await world({ eth_getTransactionReceipt: { ...receipt, type } })
      expect(status).toMatchObject({ phase: 'confirmed', fee: undefined })
    },
  )

  describe('on an OP Stack network with an operator fee', () => {
    const charged = { ...receipt, l1Fee: '0x7', operatorFeeScalar: '0x5', operatorFeeConstant: '0x0' }
    const feeOf = async (changes: object, eth_call: unknown) => {
      const status = await world({ eth_getTransactionReceipt: { ...charged, ...changes }, eth_call })
      return 'fee' in status ? status.fee : undefined
    }
    const operatorFee = vi.fn((_: [{ to: string; data: string }, string]) => word(11))
    afterEach(() => operatorFee.mockClear())

    it('includes the operator fee of the used gas in the fee, as of the block of the receipt', async () => {
      expect(await feeOf({}, operatorFee)).toBe(42018n)
      const [[{ to, data }, block]] = operatorFee.mock.calls[0] as [[{ to: string; data: string }, string]]
      expect(to.toLowerCase()).toBe('0x420000000000000000000000000000000000000f')
      expect(data.slice(10)).toBe(word(0x5208).slice(2))
      expect(block).toBe('0xa')
      const constant = { operatorFeeScalar: '0x0', operatorFeeConstant: '0x1' }
      expect(await feeOf(constant, operatorFee)).toBe(42018n)
      expect(await feeOf({ status: '0x0' }, operatorFee)).toBe(42018n)
    })

    it('reports no fee if the node can no longer read the operator fee', async () => {
      const pruned = () => {
        throw latchkeyError('rpc/unknown')
      }
      expect(await feeOf({}, pruned)).toBeUndefined()
    })

    it("doesn't read the operator fee if it is 0 or the network has none", async () => {
      const none = { operatorFeeScalar: '0x0', operatorFeeConstant: '0x0' }
      expect(await feeOf(none, operatorFee)).toBe(42007n)
      expect(await feeOf({ operatorFeeScalar: null, operatorFeeConstant: null }, operatorFee)).toBe(42007n)
      expect(operatorFee).not.toHaveBeenCalled()
    })
  })

  it("counts one confirmation when the node's block number decreases", async () => {
    expect(await world({ eth_blockNumber: '0x2' })).toMatchObject({ confirmations: 1 })
  })

  it('reports finality only on a network that has finality', async () => {
    expect(await world({ eth_getBlockByNumber: honest.eth_getBlockByNumber })).toEqual({
      phase: 'finalized',
      at,
      fee: 42000n,
    })
    const withoutTag = ([tag]: [string]) => {
      if (tag === 'finalized') throw latchkeyError('rpc/invalid-params', { values: { method: 'x' } })
      return honest.eth_getBlockByNumber
    }
    expect(await world({ eth_getBlockByNumber: withoutTag })).toMatchObject({ phase: 'confirmed' })
  })

  it('reports a failed transaction as failed', async () => {
    expect(await world({ eth_getTransactionReceipt: { ...receipt, status: '0x0' } })).toEqual({
      phase: 'failed',
      reason: 'The contract reverted the call',
      fee: 42000n,
    })
  })

  it('reports a transaction as pending after the network has dropped the block', async () => {
    const other = { ...receipt, blockHash: `0x${'02'.repeat(32)}` }
    expect(await world({ eth_getTransactionReceipt: other })).toEqual({ phase: 'pending' })
    expect(await world({ eth_getBlockByNumber: null })).toEqual({ phase: 'pending' })
  })

  it.each([
    ['of another transaction', { transactionHash: `0x${'cd'.repeat(32)}` }],
    ['with an unknown status', { status: '0x2' }],
    ['with an invalid block number', { blockNumber: '0x' }],
    ['with invalid gas', { gasUsed: 'lots' }],
    ['with an invalid price', { effectiveGasPrice: '0xzz' }],
    ['with an invalid data fee', { l1Fee: '-0x1' }],
  ])('refuses a receipt %s', async (_, lie) => {
    await expect(world({ eth_getTransactionReceipt: { ...receipt, ...lie } })).rejects.toMatchObject(invalid)
  })

  describe('with a known sender and recipient', () => {
    const [own, other] = [`0x${'a1'.repeat(20)}`, `0x${'b0'.repeat(20)}`]
    const known = { hash, reference: `${own}:${other}` }
    const statusOf = (from: string, to: string | null, code = '0x') =>
      world({ eth_getTransactionReceipt: { ...receipt, from, to }, eth_getCode: code }, known)

    it('accepts a receipt with this sender and recipient', async () => {
      expect(await statusOf(own, other.toUpperCase().replace('X', 'x'))).toMatchObject({ phase: 'confirmed' })
    })

    it.each([
      ['another sender', other, other],
      ['another recipient', own, own],
      ['a new contract instead of the recipient', own, null],
    ])('refuses a receipt with %s', async (_, from, to) => {
      await expect(statusOf(from, to)).rejects.toMatchObject(invalid)
    })

    it("accepts a bundler's receipt if the sender is a smart account, but not the bundler's fee", async () => {
      expect(await statusOf(own, other)).toMatchObject({ fee: 42000n })
      expect(await statusOf(other, own, '0x60')).toMatchObject({ phase: 'confirmed', fee: undefined })
    })

    describe('whose sender is a smart account that sent an operation', () => {
      const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
      const eventTopic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
      const operation = (succeeded: boolean, changes: { sender?: string; address?: string } = {}) => ({
        address: changes.address ?? entryPoint,
        topics: [eventTopic, hash, word(BigInt(changes.sender ?? own)), word(0)],
        data: `0x${[1, Number(succeeded), 2, 3].map((each) => word(each).slice(2)).join('')}`,
      })
      const operationStatus = (...logs: unknown[]) =>
        world(
          {
            eth_getTransactionReceipt: { ...receipt, from: other, to: entryPoint, logs },
            eth_getCode: '0x60',
          },
          known,
        )

      it.each([
        ['0.6', '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789'],
        ['0.7', entryPoint],
        ['0.8', '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'],
        ['0.9', '0x433709009B8330FDa32311DF1C2AFA402eD8D009'],
      ])('reports the operation as failed if EntryPoint %s says so', async (_, address) => {
        expect(await operationStatus(operation(false, { address }))).toEqual({
          phase: 'failed',
          reason: "The account's calls were reverted",
          fee: undefined,
        })
        expect(await operationStatus(operation(true, { address }))).toMatchObject({ phase: 'confirmed' })
      })

      it('reports a failed operation of an account that is its own bundler', async () => {
        const selfBundled = { ...receipt, from: own, to: entryPoint, logs: [operation(false)] }
        const answers = { eth_getTransactionReceipt: selfBundled, eth_getCode: `0xef0100${'00'.repeat(20)}` }
        expect(await world(answers, known)).toMatchObject({ phase: 'failed', fee: 42000n })
      })

      it('ignores operations of other accounts, and events of contracts that are not an EntryPoint', async () => {
        const foreign = operation(false, { sender: other })
        const forged = operation(false, { address: token })
        expect(await operationStatus(foreign, forged)).toMatchObject({ phase: 'confirmed' })
        const forgedSuccess = operation(true, { address: token })
        expect(await operationStatus(operation(false), forgedSuccess)).toMatchObject({ phase: 'failed' })
      })

      it('reports `unknown` if only some of its operations failed', async () => {
        expect(await operationStatus(operation(true), operation(false))).toEqual({
          phase: 'unknown',
          reason: 'block 10 includes several operations of the account, and only some of them succeeded',
        })
      })

      it('does not search a plain transaction of the sender for operations', async () => {
        const plain = { ...receipt, from: own, to: other, logs: [operation(false)] }
        expect(await world({ eth_getTransactionReceipt: plain }, known)).toMatchObject({ phase: 'confirmed' })
      })
    })
  })

  it('refuses a receipt that is not an object', async () => {
    await expect(world({ eth_getTransactionReceipt: 'mined' })).rejects.toMatchObject(invalid)
  })

  it('reports a transaction as unknown when no node has it', async () => {
    expect(await world({ eth_getTransactionReceipt: null, eth_getTransactionByHash: null })).toEqual({
      phase: 'unknown',
    })
  })

  it('requires a hash', async () => {
    const { adapter } = adapterWorld()
    await expect(adapter.getTransactionStatus('eip155:1', { hash: '0x1' })).rejects.toMatchObject({
      code: 'validation/invalid-input',
      message: 'hash: expected 0x and 64 hex digits',
    })
  })
})

describe('an error of an eip155 call', () => {
  it('is never an instance of an error class of viem', async () => {
    const { adapter, answers } = adapterWorld()
    answers.eth_getBalance = () => {
      throw latchkeyError('http/unreachable', { values: { host: 'x.example' } })
    }
    const error = await adapter.getBalance(account).catch((caught) => caught)
    expect(error).toMatchObject({ code: 'http/unreachable', message: 'x.example cannot be reached' })
    const foreign = chainError(Object.assign(new Error('odd'), { name: 'SomethingError' }), 'eth_call')
    expect(foreign.code).toBe('rpc/unknown')
  })

  it.each([
    ['Node', "Cannot find package 'viem' imported from /app/chunk.js", 'ERR_MODULE_NOT_FOUND'],
    ['webpack', "Cannot find module 'viem'", 'MODULE_NOT_FOUND'],
    [
      "Vite's stub of an optional peer",
      'Could not resolve "viem" imported by "latchkey". Is it installed?',
      undefined,
    ],
    ['a browser', 'Failed to resolve module specifier "viem"', undefined],
  ])('names the install command of viem when %s reports that viem is missing', (_, message, code) => {
    const missing = Object.assign(new Error(message), { code })
    expect(missingPeer('The eip155 chain', ['viem'], missing)).toMatchObject({
      code: 'config/peer-missing',
      message: 'The eip155 chain needs a package that is not installed: npm install viem',
    })
    expect(
      missingPeer('The eip155 chain', ['viem'], new Error('Failed to fetch dynamically imported module')),
    ).toMatchObject({
      code: 'adapter/load-error',
    })
  })
})
