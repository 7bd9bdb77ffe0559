import { describe, expect, it } from 'vitest'
import { Eip1193Connector } from '../../../../src/connectors/injected/eip1193-connector.ts'
import type { Hex } from '../../../../src/core/chain/caip.ts'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import { createEip155Wallet } from '../../../../src/testing/wallets/eip155.ts'
import { account, adapterWorld, alice, bob, hash, network, turn } from '../../../support/eip155-adapter.ts'

const token = `0x${'70'.repeat(20)}`
const asset = `eip155:1/erc20:${token}` as const
const params = { from: account, to: bob, amount: 5n }
const word = (value: bigint | number) => value.toString(16).padStart(64, '0')

/** Connects to a wallet that answers every send with a hash. */
async function setUp() {
  const world = adapterWorld()
  world.wallet.script.always('eth_sendTransaction', { answer: hash })
  await world.connect()
  world.wallet.script.clearRequests()
  world.told.length = 0
  return { ...world, sends: () => world.wallet.script.count('eth_sendTransaction') }
}

describe('the eip155 adapter, when it sends,', () => {
  it('asks the wallet for the transaction only once, and announces the transaction', async () => {
    const { adapter, wallet, told } = await setUp()
    expect(await adapter.send(params)).toEqual({ hash, reference: `${alice}:${bob}` })
    expect(wallet.script.requests).toEqual([
      { method: 'eth_chainId', params: [] },
      { method: 'eth_sendTransaction', params: [{ from: alice, to: bob, value: '0x5', chainId: '0x1' }] },
    ])
    const sent = { connectionId: 'eip155:w', hash, network: 'eip155:1', from: params.from, params }
    expect(told).toEqual([['transactionSent', expect.objectContaining(sent)]])
  })

  it('adds the checksum to a recipient that is in lower case or has no 0x', async () => {
    const { adapter, wallet } = await setUp()
    await adapter.send({ ...params, to: bob.slice(2).toLowerCase() })
    expect(wallet.script.requests.at(-1)?.params).toMatchObject([{ to: bob }])
  })

  it("transfers tokens with a call of ERC-20's transfer", async () => {
    const { adapter, wallet, answers } = await setUp()
    answers.eth_call = ([{ data }]: [{ data: string }]) =>
      `0x${word(data.startsWith('0x313ce567') ? 6 : 10n ** 12n)}`
    await adapter.send({ ...params, asset })
    expect(wallet.script.requests.at(-1)?.params).toEqual([
      {
        from: alice,
        to: expect.stringMatching(new RegExp(token, 'i')),
        value: '0x0',
        data: `0xa9059cbb${word(BigInt(bob))}${word(5)}`,
        chainId: '0x1',
      },
    ])
  })

  it('sets a gas and a price that stay within the fee limit', async () => {
    const { adapter, wallet, answers } = await setUp()
    const maxFee = 21_000n * 121n
    await adapter.send({ ...params, maxFee })
    const fee = { gas: '0x5208', maxFeePerGas: '0x79', maxPriorityFeePerGas: '0x1' }
    const request = { from: alice, to: bob, value: '0x5', chainId: '0x1', ...fee }
    expect(wallet.script.requests.at(-1)?.params).toEqual([request])
    // A network without EIP-1559.
    answers.eth_getBlockByNumber = { ...(answers.eth_getBlockByNumber as object), baseFeePerGas: undefined }
    await adapter.send({ ...params, maxFee })
    const { maxFeePerGas: _, maxPriorityFeePerGas: __, ...old } = { ...request, gasPrice: '0x2' }
    expect(wallet.script.requests.at(-1)?.params).toEqual([old])
    const gasPrice = maxFee / 21_000n + 1n
    answers.eth_gasPrice = `0x${gasPrice.toString(16)}`
    await expect(adapter.send({ ...params, maxFee })).rejects.toMatchObject({
      code: 'wallet/fee-above-limit',
      values: { fee: '0.000000000002562 ETH', limit: '0.000000000002541 ETH' },
    })
  })

  it('checks the fee limit with the gas that the host passed', async () => {
    const { adapter, wallet } = await setUp()
    const send = (maxFee: bigint) =>
      adapter.sendTransaction(account, { to: bob, value: 5n, gas: 100_000n }, { maxFee })
    await send(100_000n * 121n)
    expect(wallet.script.requests.at(-1)?.params).toMatchObject([{ gas: '0x186a0', maxFeePerGas: '0x79' }])
    await expect(send(100_000n * 121n - 1n)).rejects.toMatchObject({ code: 'wallet/fee-above-limit' })
  })

  it.each([
    ['by a quarter', 8_000_000n, 10_000_000n],
    ['up to the maximum gas of a transaction', 16_000_000n, 2n ** 24n],
    ['up to the gas of a block, if a transaction may use that much', 29_000_000n, 30_000_000n],
  ])('raises the estimated gas limit %s', async (_, estimate, gas) => {
    const { adapter, wallet, answers } = await setUp()
    answers.eth_estimateGas = `0x${estimate.toString(16)}`
    await adapter.sendTransaction(account, { to: bob, data: '0x12345678' }, { maxFee: 10n ** 18n })
    expect(wallet.script.requests.at(-1)?.params).toMatchObject([{ gas: `0x${gas.toString(16)}` }])
  })

  it.each([
    latchkeyError('rpc/refused', { values: { host: 'x' } }),
    latchkeyError('rpc/not-kept', { values: { host: 'x' } }),
    latchkeyError('rpc/limit-exceeded', { values: { host: 'x' } }),
    latchkeyError('http/status', { response: new Response('', { status: 403 }) }),
  ])(
    'estimates the fee of a token transfer at an endpoint that refuses simulations with the error $code',
    async (error) => {
      const { adapter, answers } = await setUp()
      answers.eth_call = ([{ data }]: [{ data: string }]) =>
        `0x${word(data.startsWith('0x313ce567') ? 6 : 10n ** 12n)}`
      answers.eth_simulateV1 = () => {
        throw error
      }
      expect(await adapter.estimateFee({ ...params, asset })).toMatchObject({ tokenFee: 0n })
    },
  )

  it('turns a hundred clicks into one request', async () => {
    const { adapter, sends } = await setUp()
    for (let burst = 1; burst <= 20; burst++) {
      const results = await Promise.allSettled(Array.from({ length: 100 }, () => adapter.send(params)))
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
      expect(refused).toEqual(Array(99).fill('wallet/send-in-progress'))
      expect(sends()).toBe(burst)
    }
  })

  it('calls `onAsk` directly before it asks the wallet, but not for a call that was canceled before', async () => {
    const { adapter, wallet, sends, answers } = await setUp()
    const asked: number[] = []
    const onAsk = () => void asked.push(sends())
    await adapter.sendTransaction(account, { to: bob }, { maxFee: 10n ** 18n, onAsk })
    expect([asked, sends()]).toEqual([[0], 1])
    const stop = new AbortController()
    answers.eth_estimateGas = () => {
      stop.abort()
      return '0x5208'
    }
    const canceled = adapter.sendTransaction(
      account,
      { to: bob, data: '0x12' },
      { maxFee: 10n ** 18n, onAsk, signal: stop.signal },
    )
    await expect(canceled).rejects.toMatchObject({ code: 'flow/aborted' })
    expect([asked, sends(), wallet.script.requests.at(-1)?.method]).toEqual([[0], 1, 'eth_sendTransaction'])
  })

  it('calls `onAsk` directly before it asks the wallet for a prepared send', async () => {
    const { adapter, sends } = await setUp()
    const asked: number[] = []
    const onAsk = () => void asked.push(sends())
    const prepared = await adapter.prepareSend(params)
    expect(asked).toEqual([])
    await prepared.send({ onAsk })
    expect([asked, sends()]).toEqual([[0], 1])
  })

  it('keeps the account locked until the wallet answers, even if the caller aborts', async () => {
    const { adapter, wallet, told, sends } = await setUp()
    let approve = () => {}
    wallet.script.next('eth_sendTransaction', { until: new Promise<void>((resolve) => (approve = resolve)) })
    const stop = new AbortController()
    const sending = adapter.send(params, { signal: stop.signal })
    while (sends() === 0) await turn()
    stop.abort()
    await expect(sending).rejects.toMatchObject({ code: 'flow/aborted' })
    for (const other of [
      () => adapter.send(params),
      () => adapter.sendTransaction(account, { to: bob }),
      () => adapter.sendBatch(account, [{ to: bob }]),
    ])
      await expect(other()).rejects.toMatchObject({ code: 'wallet/send-in-progress' })
    expect(told).toEqual([])
    approve()
    // The wallet answers late, because it tries its node several times. Until then, the account is locked.
    const again = () =>
      adapter.send(params).then(
        () => 'sent',
        ({ code }) => code,
      )
    await expect.poll(again, { timeout: 10_000, message: 'the account is unlocked' }).toBe('sent')
    expect(told.map(([name]) => name)).toEqual(['transactionSent'])
    expect(sends()).toBe(2)
  })

  it('reports that the transaction may have been sent if the wallet disconnects', async () => {
    const { adapter, wallet, told, sends } = await setUp()
    wallet.script.next('eth_sendTransaction', 'disconnect')
    await expect(adapter.send(params)).rejects.toMatchObject({
      code: 'rpc/maybe-sent',
      cause: { code: 'wallet/closed-during-request' },
    })
    expect(told.filter(([name]) => name === 'transactionSent')).toEqual([])
    expect(sends()).toBe(1)
  })

  it("reports that the transaction may have been sent if the wallet's node already has it", async () => {
    const { adapter, wallet, told, sends } = await setUp()
    wallet.script.next('eth_sendTransaction', { error: { code: -32000, message: 'already known' } })
    await expect(adapter.send(params)).rejects.toMatchObject({
      code: 'rpc/maybe-sent',
      details: 'already known',
    })
    expect(told.filter(([name]) => name === 'transactionSent')).toEqual([])
    expect(sends()).toBe(1)
  })

  it('announces the hash of a transaction that the wallet reports as possibly sent', async () => {
    const { adapter, wallet, told } = await setUp()
    const lost = { code: -32603, message: 'lost', data: { maybeSent: true, hash } }
    wallet.script.next('eth_sendTransaction', { error: lost })
    await expect(adapter.send(params)).rejects.toMatchObject({ code: 'rpc/maybe-sent', hash })
    const sent = { hash, reference: `${alice}:${bob}` }
    expect(told).toEqual([['transactionSent', expect.objectContaining({ hash, sent, params })]])
  })

  it.each([
    ['was sent', () => hash],
    [
      'may have been sent',
      () => {
        throw { code: -32603, message: 'lost', data: { maybeSent: true, hash } }
      },
    ],
  ])('announces a transaction that %s after its caller aborted', async (_, answer) => {
    const { adapter, wallet, told, sends } = await setUp()
    let approve = () => {}
    const approved = new Promise<void>((resolve) => (approve = resolve))
    wallet.script.next('eth_sendTransaction', { answer: () => approved.then(answer) })
    const stop = new AbortController()
    const sending = adapter.send(params, { signal: stop.signal })
    while (sends() === 0) await turn()
    stop.abort()
    await expect(sending).rejects.toMatchObject({ code: 'flow/aborted' })
    approve()
    const sent = { hash, reference: `${alice}:${bob}` }
    await expect
      .poll(() => told, { message: 'the payment is announced' })
      .toEqual([['transactionSent', expect.objectContaining({ hash, sent, params })]])
  })

  it('unlocks the account after a failure', async () => {
    const { adapter, wallet } = await setUp()
    wallet.script.next('eth_sendTransaction', 'reject')
    await expect(adapter.send(params)).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    expect(await adapter.send(params)).toMatchObject({ hash })
  })

  it('accepts a send from another account while a send from the first account is pending', async () => {
    const { adapter, wallet } = await setUp()
    wallet.script.next('eth_sendTransaction', 'never')
    adapter.send(params).catch(() => {})
    while (wallet.script.count('eth_sendTransaction') === 0) await turn()
    expect(await adapter.send({ ...params, from: `eip155:1:${bob}`, to: alice })).toMatchObject({ hash })
  })

  it.each([-32603, -32000, -32005, 429, -1])(
    'does not repeat a send that failed with the code %i',
    async (code) => {
      const { adapter, wallet, sends } = await setUp()
      wallet.script.next('eth_sendTransaction', { error: { code, message: 'internal error' } })
      await expect(adapter.send(params)).rejects.toThrow()
      expect(sends()).toBe(1)
    },
  )

  it.each([null, '', '0x', `0x${'a'.repeat(63)}`, `0x${'a'.repeat(65)}`, 'a'.repeat(64), { hash }])(
    'refuses %o as a hash',
    async (answer) => {
      const { adapter, wallet, told, sends, answers } = await setUp()
      answers.eth_getTransactionCount = '0x7'
      wallet.script.next('eth_sendTransaction', { answer })
      // The wallet may have sent the transaction, which can be found with the reference.
      await expect(adapter.send(params)).rejects.toMatchObject({
        code: 'rpc/maybe-sent',
        hash: undefined,
        reference: expect.any(String),
        cause: { code: 'wallet/invalid-answer' },
      })
      expect(told).toEqual([])
      expect(sends()).toBe(1)
    },
  )

  it('stops when the wallet has switched networks since the review', async () => {
    const { adapter, wallet, sends, told } = await setUp()
    wallet.script.always('eth_chainId', { answer: '0xa' })
    await expect(adapter.send(params)).rejects.toMatchObject({
      code: 'network/wrong-chain',
      message: 'The wallet is on eip155:10, not on eip155:1',
    })
    expect(sends()).toBe(0)
    expect(told).toMatchObject([
      ['networkChanged', { network: { caipNetworkId: 'eip155:10' } }],
      ['accountsChanged', { connectionId: 'eip155:w' }],
    ])
  })

  it("stops if the sender's account names another network than the connection", async () => {
    const { adapter, wallet } = await setUp()
    await expect(adapter.send({ ...params, from: `eip155:10:${alice}` })).rejects.toMatchObject({
      code: 'network/wrong-chain',
    })
    expect(wallet.script.count()).toBe(0)
  })

  it.each([
    ['an amount of zero', { amount: 0n }, 'validation/invalid-amount'],
    ['a negative amount', { amount: -1n }, 'validation/invalid-amount'],
    ['more than 2^256 - 1', { amount: 2n ** 256n }, 'validation/invalid-amount'],
    ['an amount that is not a bigint', { amount: 1 as never }, 'validation/invalid-amount'],
    ['an invalid recipient', { to: 'bob' }, 'validation/invalid-address'],
    ['a recipient of 39 digits', { to: bob.slice(0, -1) }, 'validation/invalid-address'],
    [
      'a recipient with a wrong checksum',
      { to: bob.replace('C51812', 'c51812') },
      'validation/invalid-address',
    ],
    [
      'an account that is not connected',
      { from: `eip155:1:0x${'1'.repeat(40)}` },
      'connection/account-not-connected',
    ],
    ['an invalid account', { from: 'alice' }, 'caip/invalid-address'],
    ['an account of another family', { from: `solana:x:${alice}` }, 'network/not-requested'],
    ['a network that was not requested', { from: `eip155:5:${alice}` }, 'network/not-requested'],
    ['a token of another network', { asset: `eip155:10/erc20:${token}` }, 'validation/invalid-input'],
    ['another kind of token', { asset: `eip155:1/erc721:${token}` }, 'validation/invalid-input'],
    ['a token without address', { asset: 'eip155:1/erc20:usdc' }, 'validation/invalid-input'],
    ['a text that is not an asset id', { asset: 'usdc' }, 'caip/invalid-asset-id'],
  ])('refuses %s, and sends no wallet request', async (_, change, code) => {
    const { adapter, wallet } = await setUp()
    await expect(adapter.send({ ...params, ...(change as object) })).rejects.toMatchObject({ code })
    expect(wallet.script.count()).toBe(0)
    await adapter.send(params)
  })

  it.each([
    ['more than the balance', '0x4'],
    ['the whole balance, with nothing left for the fee', '0x5'],
  ])('refuses %s', async (_, balance) => {
    const { adapter, wallet, answers } = await setUp()
    answers.eth_getBalance = balance
    await expect(adapter.send(params)).rejects.toMatchObject({
      code: 'validation/insufficient-balance',
      message: 'The balance of ETH does not cover the amount and the fee',
    })
    expect(wallet.script.count()).toBe(0)
  })

  it('recognizes the native token by its CAIP-19 id', async () => {
    const { adapter, wallet } = await setUp()
    await adapter.send({ ...params, asset: 'eip155:1/slip44:60' })
    expect(wallet.script.requests.at(-1)?.params).toMatchObject([{ to: bob, value: '0x5' }])
  })
})

describe('the eip155 adapter, when it sends a raw call,', () => {
  it('encodes the fields of the call as JSON-RPC requires', async () => {
    const { adapter, wallet } = await setUp()
    await adapter.sendTransaction(account, {
      to: bob.toLowerCase() as Hex,
      data: '0xdead',
      value: 1n,
      gas: 50_000n,
    })
    await adapter.sendTransaction(account, { data: '0x6000' })
    const sent = wallet.script.requests.filter(({ method }) => method === 'eth_sendTransaction')
    expect(sent.map((request) => request.params[0])).toEqual([
      { from: alice, to: bob, data: '0xdead', value: '0x1', gas: '0xc350', chainId: '0x1' },
      { from: alice, data: '0x6000', value: '0x0', chainId: '0x1' },
    ])
  })

  it.each([
    ['data: ', { to: bob, data: '0xabc' }],
    ['data: ', { to: bob, data: 'hello' }],
    ['data: ', { to: bob, data: 5 }],
    ['to: ', {}],
    ['to: ', { data: '0x' }],
    ['value: ', { to: bob, value: -1n }],
    ['value: ', { to: bob, value: 1 }],
    ['gas: ', { to: bob, gas: 2n ** 256n }],
    ['address: ', { to: '0x1' }],
  ])("names the invalid field at the start of its error, as in '%s'", async (text, transaction) => {
    const { adapter, wallet } = await setUp()
    await expect(adapter.sendTransaction(account, transaction as never)).rejects.toThrow(text)
    expect(wallet.script.count()).toBe(0)
  })
})

describe('the eip155 adapter, when it sends a batch of calls,', () => {
  it('follows EIP-5792', async () => {
    const { adapter, wallet } = await setUp()
    wallet.script.next('wallet_sendCalls', { answer: { id: '0xbeef', capabilities: {} } })
    expect(
      await adapter.sendBatch(account, [
        { to: bob, value: 1n },
        { to: bob, data: '0xdead' },
      ]),
    ).toEqual({
      id: '0xbeef',
    })
    expect(wallet.script.requests.at(-1)?.params).toEqual([
      {
        version: '2.0.0',
        chainId: '0x1',
        from: alice,
        atomicRequired: false,
        calls: [
          { to: bob, value: '0x1' },
          { to: bob, data: '0xdead', value: '0x0' },
        ],
      },
    ])
  })

  it.each([[{ answer: 'bare-id' }, { id: 'bare-id' }]] as const)(
    'accepts the answer %o of an earlier draft of EIP-5792',
    async (step, expected) => {
      const { adapter, wallet } = await setUp()
      wallet.script.next('wallet_sendCalls', step)
      expect(await adapter.sendBatch(account, [{ to: bob }])).toEqual(expected)
    },
  )

  it.each([null, {}, { id: '' }, { id: 5 }, { id: 'a'.repeat(8195) }])(
    'refuses %o as an id',
    async (answer) => {
      const { adapter, wallet } = await setUp()
      wallet.script.next('wallet_sendCalls', { answer })
      await expect(adapter.sendBatch(account, [{ to: bob }])).rejects.toMatchObject({
        code: 'rpc/maybe-sent',
        cause: { code: 'wallet/invalid-answer' },
      })
    },
  )

  it('refuses an empty batch and an invalid call before it asks the wallet', async () => {
    const { adapter, wallet } = await setUp()
    await expect(adapter.sendBatch(account, [])).rejects.toThrow('calls: expected at least one')
    await expect(adapter.sendBatch(account, [{ to: bob }, { to: '0x1' }])).rejects.toThrow('address: ')
    expect(wallet.script.count()).toBe(0)
  })

  it('refuses a gas limit before it asks the wallet, because EIP-5792 has no field for it', async () => {
    const { adapter, wallet } = await setUp()
    await expect(adapter.sendBatch(account, [{ to: bob }, { to: bob, gas: 50_000n }])).rejects.toMatchObject({
      code: 'adapter/unsupported',
      message: 'gas is not supported by a batch of calls',
    })
    expect(wallet.script.count()).toBe(0)
    wallet.script.next('wallet_sendCalls', { answer: { id: '0xbeef' } })
    await adapter.sendBatch(account, [{ to: bob, gas: undefined }] as never)
    expect(wallet.script.requests.at(-1)?.params).toMatchObject([{ calls: [{ to: bob, value: '0x0' }] }])
  })

  it('refuses a call with `toContract` to an address without code before it asks the wallet', async () => {
    const { adapter, wallet, answers, asked } = await setUp()
    wallet.script.always('wallet_sendCalls', { answer: { id: '0xbeef' } })
    answers.eth_getCode = ([address]: [string]) => (address === alice ? '0x60' : '0x')
    const calls = [{ to: alice, data: '0xdead', toContract: true }, { to: bob }] as const
    await expect(adapter.sendBatch(account, [...calls, { to: bob, toContract: true }])).rejects.toMatchObject(
      {
        code: 'validation/invalid-input',
        message: `address: there is no contract at ${bob} on eip155:1`,
      },
    )
    expect(wallet.script.count()).toBe(0)
    asked.length = 0
    expect(await adapter.sendBatch(account, calls)).toEqual({ id: '0xbeef' })
    expect(asked).toEqual([{ method: 'eth_getCode', params: [alice, 'latest'] }])
  })

  it('stops when the wallet has switched networks since the review', async () => {
    const { adapter, wallet } = await setUp()
    wallet.script.always('eth_chainId', { answer: '0xa' })
    await expect(adapter.sendBatch(account, [{ to: bob }])).rejects.toMatchObject({
      code: 'network/wrong-chain',
    })
    expect(wallet.script.count('wallet_sendCalls')).toBe(0)
  })

  it.each([
    [{ status: 100 }, { phase: 'pending' }],
    [{ status: 'PENDING' }, { phase: 'pending' }],
    [{ status: 200 }, { phase: 'confirmed', confirmations: 1 }],
    [
      { status: 200, receipts: [{ status: '0x1' }] },
      { phase: 'confirmed', confirmations: 1 },
    ],
    [
      { status: 'CONFIRMED', receipts: [] },
      { phase: 'confirmed', confirmations: 1 },
    ],
    [
      { status: 200, receipts: [{ status: '0x1' }, { status: '0x0' }] },
      { phase: 'failed', reason: 'A call of the batch was reverted' },
    ],
    [{ status: 400 }, { phase: 'failed', reason: 'The batch was not included in a block' }],
    [{ status: 500 }, { phase: 'failed', reason: 'The batch was reverted' }],
    [{ status: 600 }, { phase: 'failed', reason: 'A part of the batch was reverted' }],
  ])('parses the status %o', async (answer, status) => {
    const { adapter, wallet } = await setUp()
    wallet.script.next('wallet_getCallsStatus', { answer })
    expect(await adapter.getBatchStatus('eip155:1', 'id')).toEqual(status)
  })

  it.each([null, {}, 'done', { status: 0 }, { status: 999 }, { status: 'DONE' }])(
    'refuses %o as a status',
    async (answer) => {
      const { adapter, wallet } = await setUp()
      wallet.script.next('wallet_getCallsStatus', { answer })
      await expect(adapter.getBatchStatus('eip155:1', 'id')).rejects.toMatchObject({
        code: 'wallet/invalid-answer',
      })
    },
  )

  it('reports the phase `unknown` if the wallet does not know the batch', async () => {
    const { adapter, wallet } = await setUp()
    wallet.script.next('wallet_getCallsStatus', { error: { code: 5730, message: 'unknown' } })
    expect(await adapter.getBatchStatus('eip155:1', 'id')).toEqual({ phase: 'unknown' })
  })

  describe('with two connected wallets,', () => {
    const carol = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    const batch = { answer: { id: '0xbeef' } }
    const confirmed = { answer: { status: 200 } }
    const unknown = { error: { code: 5730, message: 'unknown' } }
    const unsupported = { error: { code: -32601, message: 'unsupported' } }

    /** Connects to a second wallet, whose only account is carol's. Neither wallet knows any batch. */
    async function setUpTwo() {
      const world = await setUp()
      const second = createEip155Wallet({
        privateKeys: ['0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'],
        chains: [1, 10].map((id) => ({ id, rpcUrl: 'http://127.0.0.1:1' })),
      })
      const other = { id: 'other', name: 'Other', type: 'EXTERNAL', provider: second.provider } as const
      await world.adapter.connect({ connector: new Eip1193Connector(other, world), network: network(1) })
      for (const { script } of [world.wallet, second]) script.always('wallet_getCallsStatus', unknown)
      const counts = () => [world.wallet, second].map(({ script }) => script.count('wallet_getCallsStatus'))
      return { ...world, second, counts, status: () => world.adapter.getBatchStatus('eip155:1', '0xbeef') }
    }

    it('asks only the wallet to which it sent the batch', async () => {
      const { adapter, second, counts, status } = await setUpTwo()
      second.script.next('wallet_sendCalls', batch)
      const { id } = await adapter.sendBatch(`eip155:1:${carol}`, [{ to: bob }])
      second.script.next('wallet_getCallsStatus', confirmed)
      expect(await adapter.getBatchStatus('eip155:1', id)).toMatchObject({ phase: 'confirmed' })
      expect(await status()).toEqual({ phase: 'unknown' })
      expect(counts()).toEqual([0, 2])
    })

    it('asks this wallet even if the wallet has switched networks since', async () => {
      const { adapter, wallet, counts, status } = await setUpTwo()
      wallet.script.next('wallet_sendCalls', batch)
      await adapter.sendBatch(account, [{ to: bob }])
      await adapter.switchNetwork('eip155:w', network(10))
      wallet.script.next('wallet_getCallsStatus', confirmed)
      expect(await status()).toMatchObject({ phase: 'confirmed' })
      expect(counts()).toEqual([1, 0])
    })

    it("asks each wallet about a batch that it didn't send, and returns the answer of the wallet that knows it", async () => {
      const { second, counts, status } = await setUpTwo()
      second.script.next('wallet_getCallsStatus', confirmed)
      expect(await status()).toMatchObject({ phase: 'confirmed' })
      expect(await status()).toEqual({ phase: 'unknown' })
      expect(counts()).toEqual([2, 2])
    })

    it('does not wait for a wallet that never answers if another wallet knows the batch', async () => {
      const { wallet, second, status } = await setUpTwo()
      for (const [silent, other] of [
        [wallet, second],
        [second, wallet],
      ] as const) {
        silent.script.next('wallet_getCallsStatus', 'never')
        other.script.next('wallet_getCallsStatus', confirmed)
        expect(await status()).toMatchObject({ phase: 'confirmed' })
      }
    })

    it('asks the other wallets after the wallet to which it sent the batch has disconnected', async () => {
      const { adapter, wallet, second, counts, status } = await setUpTwo()
      wallet.script.next('wallet_sendCalls', batch)
      await adapter.sendBatch(account, [{ to: bob }])
      await adapter.disconnect('eip155:w')
      second.script.next('wallet_getCallsStatus', confirmed)
      expect(await status()).toMatchObject({ phase: 'confirmed' })
      expect(counts()).toEqual([0, 1])
    })

    it('ignores the failure of a wallet only if another wallet knows the batch', async () => {
      const { wallet, second, status } = await setUpTwo()
      const failure = { error: { code: -32603, message: 'failed' } }
      wallet.script.next('wallet_getCallsStatus', failure, failure)
      second.script.next('wallet_getCallsStatus', confirmed)
      expect(await status()).toMatchObject({ phase: 'confirmed' })
      await expect(status()).rejects.toMatchObject({ code: 'rpc/internal' })
    })

    it('reports the phase `unknown` if one wallet has no batches and the other does not know the batch', async () => {
      const { wallet, second, status } = await setUpTwo()
      wallet.script.always('wallet_getCallsStatus', unsupported)
      expect(await status()).toEqual({ phase: 'unknown' })
      second.script.always('wallet_getCallsStatus', unsupported)
      await expect(status()).rejects.toMatchObject({ code: 'rpc/method-unsupported' })
    })
  })

  it('refuses to report a status without a connected wallet', async () => {
    await expect(adapterWorld().adapter.getBatchStatus('eip155:1', 'id')).rejects.toMatchObject({
      code: 'connection/not-connected',
    })
  })
})

describe('the eip155 adapter, when it switches the network,', () => {
  /** Fails the next request of the method with anything that a wallet may throw. */
  function failing(
    provider: { request(call: { method: string }): Promise<unknown> },
    method: string,
    error: unknown,
  ) {
    const { request } = provider
    provider.request = async (call) => {
      if (call.method !== method) return request.call(provider, call)
      provider.request = request
      throw error
    }
  }

  it('sends no request if the wallet is already on the requested network', async () => {
    const { adapter, wallet } = await setUp()
    await adapter.switchNetwork('eip155:w', network(1))
    expect(wallet.script.requests.map(({ method }) => method)).toEqual(['eth_chainId'])
  })

  it('announces the switch after the wallet confirms it', async () => {
    const { adapter, told } = await setUp()
    await adapter.switchNetwork('eip155:w', network(10))
    await turn()
    // The accounts are announced too, because an account's id names its network.
    expect(told).toMatchObject([
      ['networkChanged', { network: { id: 10 } }],
      ['accountsChanged', { accounts: [{ address: alice }, { address: bob }] }],
    ])
  })

  it('sends one wallet request for two calls at the same time', async () => {
    const { adapter, wallet } = await setUp()
    await Promise.all([1, 2].map(() => adapter.switchNetwork('eip155:w', network(10))))
    expect(wallet.script.count('wallet_switchEthereumChain')).toBe(1)
  })

  it.each([
    ['4902', { code: 4902, message: 'unknown chain' }],
    ['32603 (positive)', { code: 32603, message: 'unknown chain' }],
    ['4902 (nested)', { code: -32603, message: 'x', data: { originalError: { code: 4902 } } }],
  ])('adds the network after the error code %s, and then switches', async (_, error) => {
    const { adapter, wallet } = await setUp()
    wallet.script.next('wallet_switchEthereumChain', { error })
    wallet.script.next('wallet_addEthereumChain', { answer: null })
    await adapter.switchNetwork('eip155:w', network(10))
    expect(wallet.script.requests.map(({ method }) => method)).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'eth_chainId',
      'wallet_switchEthereumChain',
      'eth_chainId',
    ])
    expect(wallet.script.requests[1]?.params).toEqual([
      {
        chainId: '0xa',
        chainName: 'Chain 10',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['https://public.example/10'],
      },
    ])
  })

  it("doesn't ask the wallet to add a network without a public URL", async () => {
    const networks = [network(1), network(10, { rpcUrls: { default: { http: [] } } })]
    const { adapter, connect, wallet } = adapterWorld({ networks })
    await connect()
    wallet.script.next('wallet_switchEthereumChain', { error: { code: 4902, message: 'unknown chain' } })
    await expect(adapter.switchNetwork('eip155:w', network(10))).rejects.toMatchObject({
      code: 'network/switch-failed',
    })
    expect(wallet.script.count('wallet_addEthereumChain')).toBe(0)
  })

  it('sends no further switch if the wallet switched when it added the network', async () => {
    const { adapter, wallet } = await setUp()
    wallet.script.next('wallet_switchEthereumChain', { error: { code: 4902, message: 'unknown' } })
    wallet.script.next('wallet_addEthereumChain', { moveTo: 10 })
    await adapter.switchNetwork('eip155:w', network(10))
    expect(wallet.script.count('wallet_switchEthereumChain')).toBe(1)
  })

  it('passes the explorer and the image of the network to the wallet', async () => {
    const networks = [
      network(1),
      network(10, {
        blockExplorers: { default: { name: 'Scan', url: 'https://scan.example' } },
        assets: { imageUrl: 'https://img.example/10.png' },
      }),
    ]
    const { adapter, connect, wallet } = adapterWorld({ networks })
    await connect()
    wallet.script.next('wallet_switchEthereumChain', { error: { code: 4902, message: 'unknown' } })
    wallet.script.next('wallet_addEthereumChain', { moveTo: 10 })
    // The network's description comes from the host's options, whatever the caller passes.
    await adapter.switchNetwork('eip155:w', network(10, { name: 'Free money' }))
    expect(
      wallet.script.requests.find(({ method }) => method === 'wallet_addEthereumChain')?.params,
    ).toMatchObject([
      {
        chainName: 'Chain 10',
        blockExplorerUrls: ['https://scan.example'],
        iconUrls: ['https://img.example/10.png'],
      },
    ])
  })

  it.each([
    ['4001', { code: 4001, message: 'no' }, 'wallet/user-rejected'],
    ['5000', { code: 5000, message: 'no' }, 'wallet/user-rejected'],
    ['-32002', { code: -32002, message: 'open' }, 'wallet/request-pending'],
    ['-32601', { code: -32601, message: 'what' }, 'network/switch-failed'],
    ['-32603', { code: -32603, message: 'oops' }, 'network/switch-failed'],
  ])('fails and adds no network when the wallet answers with the error %s', async (_, error, code) => {
    const { adapter, wallet, told } = await setUp()
    wallet.script.next('wallet_switchEthereumChain', { error })
    await expect(adapter.switchNetwork('eip155:w', network(10))).rejects.toMatchObject({ code })
    expect(wallet.script.count('wallet_addEthereumChain')).toBe(0)
    expect(told).toEqual([])
  })

  it.each([
    [
      'adding the network changes nothing',
      [{ error: { code: 4902, message: '' } }, { answer: null }],
      { answer: null },
    ],
    [
      'the wallet does not add the network',
      [{ error: { code: 4902, message: '' } }],
      { error: { code: -32000, message: '' } },
    ],
    ['the wallet approves and does not switch', [{ answer: null }], { answer: null }],
  ] as const)('reports that the network is not supported when %s', async (_, switches, add) => {
    const { adapter, wallet, told, clock } = await setUp()
    wallet.script.next('wallet_switchEthereumChain', ...switches)
    wallet.script.next('wallet_addEthereumChain', add)
    const refused = expect(adapter.switchNetwork('eip155:w', network(10))).rejects.toMatchObject({
      code: 'network/switch-failed',
      message: 'Chain is not supported',
    })
    await clock.advance(6000)
    await refused
    expect(told).toEqual([])
    expect(adapter.connections()[0]?.network.id).toBe(1)
  })

  it('waits for the wallet to switch for up to 5 s after the approval', async () => {
    const { adapter, wallet, told, clock } = await setUp()
    wallet.script.next('wallet_switchEthereumChain', { answer: null })
    const switching = adapter.switchNetwork('eip155:w', network(10))
    await clock.advance(4000)
    expect(told).toEqual([])
    wallet.switchTo(10, { silent: true })
    await clock.advance(1000)
    await switching
    expect(adapter.connections()[0]?.network.id).toBe(10)
  })

  it('fails if the wallet does not switch within 5 s', async () => {
    const { adapter, wallet, clock } = await setUp()
    wallet.script.next('wallet_switchEthereumChain', { answer: null })
    const refused = expect(adapter.switchNetwork('eip155:w', network(10))).rejects.toMatchObject({
      code: 'network/switch-failed',
      message: 'Chain is not supported',
      details: 'The wallet did not switch within 5 s',
    })
    await clock.advance(6000)
    await refused
    expect(clock.pending).toBe(0)
  })

  it.each([
    [-32603, 'Unrecognized chain ID "0xa". Try adding the chain using wallet_addEthereumChain first.'],
    [-32000, 'Chain 0xa has not been added'],
    [-32602, 'Unknown network'],
    [undefined, 'The chain does not exist: not configured'],
  ])("adds the network after the wallet's error %s with the text: %s", async (code, message) => {
    const { adapter, wallet } = await setUp()
    wallet.script.next('wallet_switchEthereumChain', { error: { code: code as number, message } })
    await adapter.switchNetwork('eip155:w', network(10))
    expect(wallet.script.count('wallet_addEthereumChain')).toBe(1)
    expect(adapter.connections()[0]?.network.id).toBe(10)
  })

  it.each([
    ['a text', '不支持的网络'],
    ['an error without a code', new Error('Jaringan ini tidak didukung')],
    ['an error with an unknown code', { code: 'unsupported', message: 'Сеть не поддерживается' }],
  ])('adds the network if the wallet answers with %s in a foreign language', async (_, error) => {
    const { adapter, wallet } = await setUp()
    failing(wallet.provider, 'wallet_switchEthereumChain', error)
    await adapter.switchNetwork('eip155:w', network(10))
    expect(wallet.script.count('wallet_addEthereumChain')).toBe(1)
    expect(adapter.connections()[0]?.network.id).toBe(10)
  })

  it.each([
    'Canceled',
    'Request rejected',
    'Cancelled by user',
    'Popup closed',
    'TIMEOUT',
    { code: 'ACTION_REJECTED', message: 'no' },
    { code: 'TIMEOUT', message: '' },
  ])('adds no network if the wallet refuses the switch with %o', async (error) => {
    const { adapter, wallet } = await setUp()
    failing(wallet.provider, 'wallet_switchEthereumChain', error)
    await expect(adapter.switchNetwork('eip155:w', network(10))).rejects.toBeDefined()
    expect(wallet.script.count('wallet_addEthereumChain')).toBe(0)
  })

  it("recognizes a rejection by its text if the wallet's error has no code", async () => {
    const { adapter, wallet } = await setUp()
    failing(wallet.provider, 'wallet_switchEthereumChain', 'User rejected the request')
    await expect(adapter.switchNetwork('eip155:w', network(10))).rejects.toMatchObject({
      code: 'wallet/user-rejected',
    })
    expect(wallet.script.count('wallet_addEthereumChain')).toBe(0)
  })

  it('reports a rejection when the visitor declines to add the network', async () => {
    const { adapter, wallet } = await setUp()
    wallet.script.next('wallet_switchEthereumChain', { error: { code: 4902, message: '' } })
    wallet.script.next('wallet_addEthereumChain', 'reject')
    await expect(adapter.switchNetwork('eip155:w', network(10))).rejects.toMatchObject({
      code: 'wallet/user-rejected',
    })
  })

  it('refuses an unknown connection and an unconfigured network', async () => {
    const { adapter, wallet } = await setUp()
    await expect(adapter.switchNetwork('eip155:w', network(5))).rejects.toMatchObject({
      code: 'network/not-requested',
    })
    await expect(adapter.switchNetwork('nobody', network(10))).rejects.toMatchObject({
      code: 'connection/unknown',
    })
    expect(wallet.script.count()).toBe(0)
  })
})
