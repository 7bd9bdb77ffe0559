import { createWalletClient, custom } from 'viem'
import { describe, expect, it } from 'vitest'
import { Eip1193Connector } from '../../../../src/connectors/injected/eip1193-connector.ts'
import { errorOf, RpcError } from '../../../../src/core/errors/error-classes.ts'
import type { ConnectionProvider, ProviderEvents } from '../../../../src/core/wallet/connection-provider.ts'
import { createEip155Wallet } from '../../../../src/testing/wallets/eip155.ts'
import { adapterWorld, alice, bob, hash, network, turn } from '../../../support/eip155-adapter.ts'
import { mailTypedData } from '../../../support/mail-typed-data.ts'

const transaction = { from: alice, to: bob, value: '0x5' }

/** Connects a wallet. `sent` lists the requests that the wallet has received since the connection. */
async function setUp(networks = [network(1), network(10)]) {
  const world = adapterWorld({ networks })
  world.wallet.script.always('eth_sendTransaction', { answer: hash })
  const connection = await world.connect()
  world.wallet.script.clearRequests()
  world.told.length = 0
  const { provider } = connection
  const ask = (method: string, params?: readonly unknown[] | object) => provider.request({ method, params })
  return { ...world, connection, provider, ask, sent: () => world.wallet.script.requests }
}

function eventsOf(provider: ConnectionProvider) {
  const heard: unknown[][] = []
  for (const event of ['connect', 'disconnect', 'chainChanged', 'accountsChanged', 'message'] as const)
    provider.on(event, (payload: ProviderEvents[keyof ProviderEvents]) => void heard.push([event, payload]))
  return heard
}

describe('an answer that the provider gives without the wallet', () => {
  it('contains the accounts or the chain id', async () => {
    const { ask, sent, asked } = await setUp()
    expect(await ask('eth_accounts')).toEqual([alice, bob])
    expect(await ask('eth_requestAccounts')).toEqual([alice, bob])
    expect(await ask('eth_coinbase')).toBe(alice)
    expect(await ask('eth_chainId')).toBe('0x1')
    expect(await ask('net_version')).toBe('1')
    expect([...sent(), ...asked]).toEqual([])
  })

  it('is the error -32601 for methods that are unknown or unsafe to sign with', async () => {
    const { ask, provider, sent, asked } = await setUp()
    for (const method of [
      'eth_sign',
      'eth_signTransaction',
      'eth_signTypedData',
      'eth_signTypedData_v3',
      'eth_subscribe',
      'wallet_getPermissions',
      'wallet_requestPermissions',
      'wallet_revokePermissions',
      'personal_unlockAccount',
      'made_up',
      'constructor',
      '__proto__',
    ])
      await expect(ask(method)).rejects.toMatchObject({ code: -32601, name: 'ProviderRpcError' })
    expect([...sent(), ...asked]).toEqual([])
    for (const wrong of [undefined, null, 'eth_chainId', {}, { method: 7 }])
      await expect(provider.request(wrong as never)).rejects.toMatchObject({ code: expect.any(Number) })
  })
})

describe('a read through the provider', () => {
  it("goes to the endpoints of the connection's network", async () => {
    const { ask, asked, sent, provider } = await setUp()
    expect(await ask('eth_getBalance', [alice, 'latest'])).toBe('0x8ac7230489e80000')
    expect(asked).toEqual([{ method: 'eth_getBalance', params: [alice, 'latest'] }])
    expect(sent()).toEqual([])
    const { request } = provider
    expect(await request({ method: 'eth_blockNumber' })).toBe('0xa')
  })

  it("fails with the code, message and data of the node's error", async () => {
    const { ask, answers } = await setUp()
    answers.eth_call = () => {
      throw errorOf('node/execution-reverted', 'The contract reverted the call', {
        rpcCode: 3,
        data: '0x08c379a0',
        details: 'execution reverted: no',
      })
    }
    const refused = await ask('eth_call', [{}]).catch((error) => error)
    expect(refused).toMatchObject({ code: 3, data: '0x08c379a0', message: 'execution reverted: no' })
    expect(refused.cause).toBeInstanceOf(RpcError)
  })

  it('fails with 4901 on a network that the host did not configure', async () => {
    const { ask, asked, wallet } = await setUp([network(1)])
    await wallet.switchTo(10)
    await turn()
    expect(await ask('eth_chainId')).toBe('0xa')
    await expect(ask('eth_blockNumber')).rejects.toMatchObject({ code: 4901 })
    await expect(ask('eth_sendTransaction', [transaction])).rejects.toMatchObject({ code: 4901 })
    expect(asked).toEqual([])
  })

  it('refuses filters if the network has several endpoints', async () => {
    const { ask } = await setUp()
    await expect(ask('eth_newFilter', [{}])).rejects.toMatchObject({
      code: -32601,
      message: 'the method eth_newFilter does not exist/is not available',
    })
  })
})

describe('a request to sign through the provider', () => {
  it('reaches the wallet only once, whichever order its parameters have', async () => {
    const { ask, sent } = await setUp()
    const first = await ask('personal_sign', ['0x6869', alice])
    expect(first).toMatch(/^0x[0-9a-f]{130}$/)
    expect(await ask('personal_sign', [alice, '0x6869'])).toBe(first)
    // A string that is not hex is signed as text.
    expect(await ask('personal_sign', ['hi', alice])).toBe(first)
    expect(sent()).toEqual(Array(3).fill({ method: 'personal_sign', params: ['0x6869', alice] }))
  })

  it('may contain typed data of its network as JSON text or as an object', async () => {
    const { ask, sent } = await setUp()
    const here = mailTypedData(1)
    const first = await ask('eth_signTypedData_v4', [alice, here])
    expect(await ask('eth_signTypedData_v4', [alice, JSON.stringify(here)])).toBe(first)
    await expect(ask('eth_signTypedData_v4', [alice, mailTypedData(10)])).rejects.toMatchObject({
      code: -32602,
    })
    await expect(ask('eth_signTypedData_v4', [alice, '{'])).rejects.toMatchObject({ code: -32602 })
    expect(sent()).toHaveLength(2)
  })

  it('fails with 4100 for an account that is not connected, and with 4001 when the visitor rejects the request', async () => {
    const { ask, sent, wallet } = await setUp()
    const stranger = `0x${'77'.repeat(20)}`
    await expect(ask('personal_sign', ['0x00', stranger])).rejects.toMatchObject({ code: 4100 })
    expect(sent()).toEqual([])
    wallet.script.next('personal_sign', 'reject')
    const refused = await ask('personal_sign', ['0x00', alice]).catch((error) => error)
    expect(refused).toMatchObject({ code: 4001, cause: { code: 'wallet/user-rejected' } })
    expect(sent()).toHaveLength(1)
  })
})

describe('a transaction through the provider', () => {
  /** The event names the sender and the recipient, so that the status can be read from the receipt of a smart account too. */
  const announced = {
    ...{ connectionId: 'eip155:w', hash, network: 'eip155:1', from: `eip155:1:${alice}` },
    sent: { hash, reference: `${alice}:${bob}` },
  }

  it("reaches the wallet only once, after a check of the wallet's network", async () => {
    const { ask, sent, told } = await setUp()
    const more = {
      nonce: '0x7',
      maxFeePerGas: '0x10',
      maxPriorityFeePerGas: '0x1',
      gas: '0x5208',
      data: '0x',
    }
    expect(await ask('eth_sendTransaction', [{ ...transaction, ...more, chainId: '0x1', to: bob }])).toBe(
      hash,
    )
    expect(sent()).toEqual([
      { method: 'eth_chainId', params: [] },
      { method: 'eth_sendTransaction', params: [{ ...transaction, ...more, chainId: '0x1' }] },
    ])
    expect(told).toEqual([['transactionSent', announced]])
  })

  it('fails with 4901 if the wallet is not on the network of the transaction', async () => {
    const { ask, wallet } = await setUp()
    const elsewhere = { ...transaction, chainId: '0xa' }
    await expect(ask('eth_sendTransaction', [elsewhere])).rejects.toMatchObject({ code: 4901 })
    wallet.script.next('eth_chainId', { answer: '0xa' })
    await expect(ask('eth_sendTransaction', [transaction])).rejects.toMatchObject({ code: 4901 })
    expect(wallet.script.count('eth_sendTransaction')).toBe(0)
  })

  it('is refused while another transaction of the account is pending', async () => {
    const { ask, wallet, adapter } = await setUp()
    wallet.script.next('eth_sendTransaction', 'never')
    void ask('eth_sendTransaction', [transaction]).catch(() => {})
    await turn()
    await expect(ask('eth_sendTransaction', [transaction])).rejects.toMatchObject({ code: -32002 })
    await expect(adapter.sendTransaction(`eip155:1:${alice}`, { to: bob })).rejects.toMatchObject({
      code: 'wallet/send-in-progress',
    })
    expect(wallet.script.count('eth_sendTransaction')).toBe(1)
  })

  it.each(['eth_sendTransaction', 'wallet_sendCalls'])(
    'is reported as possibly sent if the wallet disconnects during %s',
    async (method) => {
      const { ask, wallet, told } = await setUp()
      const params = method === 'wallet_sendCalls' ? { calls: [{ to: bob }] } : transaction
      wallet.script.next(method, 'disconnect')
      const lost = await ask(method, [params]).catch((error) => error)
      expect(lost).toMatchObject({
        code: 4900,
        name: 'ProviderRpcError',
        cause: { code: 'rpc/maybe-sent' },
      })
      expect(lost.data).toEqual({ maybeSent: true })
      expect(told.filter(([name]) => name === 'transactionSent')).toEqual([])
      expect(wallet.script.count(method)).toBe(1)
    },
  )

  it.each([
    ['eth_sendTransaction', [null, hash.slice(2), { hash }]],
    ['wallet_sendCalls', [null, {}, { id: '' }]],
  ])('is reported as possibly sent if the answer to %s is unusable', async (method, unusable) => {
    const { ask, wallet, told } = await setUp()
    const params = method === 'wallet_sendCalls' ? { calls: [{ to: bob }] } : transaction
    for (const answer of unusable) {
      wallet.script.next(method, { answer })
      const lost = await ask(method, [params]).catch((error) => error)
      expect(lost).toMatchObject({
        code: 4900,
        cause: { code: 'rpc/maybe-sent', cause: { code: 'wallet/invalid-answer' } },
      })
      expect(lost.data).toEqual({ maybeSent: true })
    }
    expect(told).toEqual([])
  })

  it('is requested only once by viem, which repeats a failed request, if its answer is lost', async () => {
    const { provider, wallet } = await setUp()
    const error = { code: -32603, message: 'lost', data: { maybeSent: true } }
    wallet.script.always('eth_sendTransaction', { error })
    const client = createWalletClient({ transport: custom(provider, { retryDelay: 0 }) })
    const request = { method: 'eth_sendTransaction', params: [transaction] }
    await expect(client.request(request as never)).rejects.toThrow()
    expect(wallet.script.count('eth_sendTransaction')).toBe(1)
  })

  it("fails in viem with the wallet's reason, although viem then tries wallet_sendTransaction", async () => {
    const { provider, wallet } = await setUp()
    const error = { code: -32000, message: 'insufficient funds for gas * price + value' }
    wallet.script.always('eth_sendTransaction', { error })
    const client = createWalletClient({ transport: custom(provider, { retryCount: 0 }) })
    const sending = client.sendTransaction({
      account: alice,
      chain: null,
      to: bob as never,
      value: 5n,
      gas: 21000n,
    })
    await expect(sending).rejects.toMatchObject({ cause: { name: 'InsufficientFundsError' } })
  })

  it('is announced with its hash if the wallet reports it as possibly sent', async () => {
    const { ask, wallet, told } = await setUp()
    const error = { code: -32603, message: 'lost', data: { maybeSent: true, hash } }
    wallet.script.next('eth_sendTransaction', { error })
    const lost = await ask('eth_sendTransaction', [transaction]).catch((thrown) => thrown)
    expect(lost).toMatchObject({ code: 4900, data: { maybeSent: true, hash } })
    expect(told).toEqual([['transactionSent', announced]])
  })

  it('is announced without a recipient if it creates a contract', async () => {
    const { ask, told } = await setUp()
    await ask('eth_sendTransaction', [{ from: alice, to: null, data: '0x60' }])
    expect(told).toEqual([['transactionSent', { ...announced, sent: { hash, reference: `${alice}:` } }]])
  })

  it('counts as not sent if the visitor rejects it', async () => {
    const { ask, wallet, told } = await setUp()
    wallet.script.next('eth_sendTransaction', 'reject')
    const refused = await ask('eth_sendTransaction', [transaction]).catch((error) => error)
    expect(refused).toMatchObject({ code: 4001, cause: { code: 'wallet/user-rejected' } })
    expect(refused.data).toBeUndefined()
    expect(told).toEqual([])
  })

  it('reaches the wallet only once, whatever the wallet answers', async () => {
    const { provider, wallet } = await setUp()
    // viem repeats requests that fail with -32603.
    const client = createWalletClient({ transport: custom(provider, { retryDelay: 0 }) })
    const request = { method: 'eth_sendTransaction', params: [transaction] }
    for (const answer of ['0x12', null, {}, 7]) {
      wallet.script.clearRequests()
      wallet.script.always('eth_sendTransaction', { answer })
      await expect(client.request(request as never)).rejects.toMatchObject({ code: 4900 })
      expect(wallet.script.count('eth_sendTransaction')).toBe(1)
    }
  })

  it('reaches the wallet with its call data as `data`, also if the page names them `input`', async () => {
    const { ask, sent } = await setUp()
    for (const named of [{ input: '0xd0e30db0' }, { data: null, input: '0xd0e30db0' }])
      await ask('eth_sendTransaction', [{ ...transaction, ...named }])
    const expected = { ...transaction, data: '0xd0e30db0', chainId: '0x1' }
    const transactions = sent().filter(({ method }) => method === 'eth_sendTransaction')
    expect(transactions.map(({ params }) => params)).toEqual([[expected], [expected]])
  })

  it('fails with -32602 for an unknown or invalid field', async () => {
    const { ask, sent } = await setUp()
    for (const wrong of [
      { ...transaction, authorizationList: [] },
      { ...transaction, blobVersionedHashes: ['0x00'] },
      { ...transaction, value: 5 },
      { ...transaction, value: '5' },
      { ...transaction, to: '0x12' },
      { ...transaction, data: '0x1' },
      { ...transaction, data: '0x00', input: '0x01' },
      { ...transaction, chainId: 'one' },
      { to: bob },
      null,
      [],
    ])
      await expect(ask('eth_sendTransaction', [wrong])).rejects.toMatchObject({ code: -32602 })
    expect(sent()).toEqual([])
  })
})

describe('a network switch through the provider', () => {
  it('resolves with null after the wallet has switched', async () => {
    const { ask, provider } = await setUp()
    const heard = eventsOf(provider)
    expect(await ask('wallet_switchEthereumChain', [{ chainId: '0xa' }])).toBeNull()
    expect(await ask('eth_chainId')).toBe('0xa')
    expect(heard).toEqual([['chainChanged', '0xa']])
    expect(
      await ask('wallet_addEthereumChain', [{ chainId: '0x1', rpcUrls: ['https://mine.example'] }]),
    ).toBeNull()
    expect(await ask('eth_chainId')).toBe('0x1')
  })

  it('fails with 4902 for a network that the host did not configure, and with -32602 for an invalid chain id', async () => {
    const { ask, sent } = await setUp()
    for (const method of ['wallet_switchEthereumChain', 'wallet_addEthereumChain']) {
      await expect(ask(method, [{ chainId: '0x63' }])).rejects.toMatchObject({ code: 4902 })
      for (const wrong of [{}, { chainId: 'x' }, null, '0x1'])
        await expect(ask(method, [wrong])).rejects.toMatchObject({ code: -32602 })
    }
    expect(sent()).toEqual([])
  })
})

describe('the events of the provider', () => {
  it('report each change in the wallet only once', async () => {
    const { provider, wallet } = await setUp()
    const heard = eventsOf(provider)
    wallet.select(bob)
    await turn()
    await wallet.switchTo(10)
    await turn()
    expect(heard).toEqual([
      ['accountsChanged', [bob, alice]],
      ['chainChanged', '0xa'],
    ])
  })

  it('end with the connection, and resume when the wallet reconnects', async () => {
    const { provider, adapter, ask, connect, sent } = await setUp()
    const heard = eventsOf(provider)
    await adapter.disconnect('eip155:w')
    expect(heard).toEqual([
      ['accountsChanged', []],
      ['disconnect', expect.objectContaining({ code: 4900 })],
    ])
    const before = sent().length
    for (const method of ['eth_accounts', 'eth_chainId', 'eth_blockNumber', 'personal_sign'])
      await expect(ask(method, ['0x00', alice])).rejects.toMatchObject({ code: 4900 })
    expect(sent()).toHaveLength(before)
    heard.length = 0
    expect((await connect()).provider).toBe(provider)
    expect(heard).toEqual([
      ['connect', { chainId: '0x1' }],
      ['accountsChanged', [alice, bob]],
    ])
    expect(await ask('eth_chainId')).toBe('0x1')
  })

  it('reach a listener one time if the page has added it twice and removed it once', async () => {
    const { provider, wallet } = await setUp()
    const heard: string[] = []
    const listener = (chainId: string) => void heard.push(chainId)
    provider.on('chainChanged', listener).on('chainChanged', listener)
    provider.on('chainChanged', () => {
      throw new Error('of the page')
    })
    provider.removeListener('chainChanged', listener).removeListener('chainChanged', () => {})
    await wallet.switchTo(10)
    await turn()
    expect(heard).toEqual(['0xa'])
  })

  it('stop when the adapter is disposed of', async () => {
    const { provider, adapter, ask, wallet } = await setUp()
    const heard = eventsOf(provider)
    await adapter.dispose()
    await wallet.switchTo(10)
    await turn()
    expect(heard).toEqual([])
    await expect(ask('eth_chainId')).rejects.toMatchObject({ code: 4900 })
  })
})

describe('two connections with the same account', () => {
  it('have separate providers, each of which sends requests to its wallet', async () => {
    const world = await setUp()
    const [privateKey] = ['0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'] as const
    const wallet = createEip155Wallet({
      privateKeys: [privateKey],
      chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }],
    })
    const connector = new Eip1193Connector(
      { id: 'other', name: 'Other', type: 'EXTERNAL', provider: wallet.provider },
      world,
    )
    const second = await world.adapter.connect({ connector, network: network(1) })
    expect(second.provider).not.toBe(world.provider)
    await second.provider.request({ method: 'personal_sign', params: ['0x00', alice] })
    expect([wallet.script.count('personal_sign'), world.wallet.script.count('personal_sign')]).toEqual([1, 0])
    await world.ask('personal_sign', ['0x00', alice])
    expect([wallet.script.count('personal_sign'), world.wallet.script.count('personal_sign')]).toEqual([1, 1])
  })
})

describe('a batch through the provider', () => {
  it("follows EIP-5792, and returns the wallet's id unchanged", async () => {
    const { ask, wallet } = await setUp()
    const calls = [{ to: bob, value: '0x1' }]
    const batch = { version: '2.0.0', atomicRequired: true, calls, capabilities: {} }
    wallet.script.next('wallet_sendCalls', { answer: { id: '0xbb' } })
    expect(await ask('wallet_sendCalls', [{ ...batch, from: alice, chainId: '0x1' }])).toEqual({ id: '0xbb' })
    expect(wallet.script.requests.at(-1)).toEqual({
      method: 'wallet_sendCalls',
      params: [{ ...batch, from: alice, chainId: '0x1' }],
    })
    const elsewhere = [{ ...batch, from: alice, chainId: '0xa' }]
    await expect(ask('wallet_sendCalls', elsewhere)).rejects.toMatchObject({ code: 4901 })
    await expect(ask('wallet_sendCalls', [{ ...batch, calls: [] }])).rejects.toMatchObject({ code: -32602 })
    expect(wallet.script.count('wallet_sendCalls')).toBe(1)
  })

  it.each(['0xA', '0x0a', '10', 10])(
    'reaches the wallet with the chain id %o as a quantity',
    async (chainId) => {
      const { ask, wallet } = await setUp([network(10), network(1)])
      wallet.script.always('wallet_sendCalls', { answer: { id: '0xbb' } })
      const calls = [{ to: bob }]
      await ask('wallet_sendCalls', [{ version: '2.0.0', chainId, calls }])
      const expected = [{ version: '2.0.0', calls, from: alice, chainId: '0xa' }]
      expect(wallet.script.requests.at(-1)).toEqual({ method: 'wallet_sendCalls', params: expected })
    },
  )

  it('reaches the wallet with the call data as `data`, and is refused if `data` and `input` differ', async () => {
    const { ask, wallet } = await setUp()
    wallet.script.always('wallet_sendCalls', { answer: { id: '0xbb' } })
    const send = (...calls: readonly unknown[]) => ask('wallet_sendCalls', [{ version: '2.0.0', calls }])
    await send({ to: bob, input: '0xd0e30db0' }, { to: bob, data: '0x01', input: '0x01' }, { to: bob })
    const calls = [{ to: bob, data: '0xd0e30db0' }, { to: bob, data: '0x01' }, { to: bob }]
    const expected = [{ version: '2.0.0', calls, from: alice, chainId: '0x1' }]
    expect(wallet.script.requests.at(-1)).toEqual({ method: 'wallet_sendCalls', params: expected })
    const different = { to: bob, data: '0x', input: '0xd0e30db0' }
    await expect(send({ to: bob }, different)).rejects.toMatchObject({ code: -32602 })
    expect(wallet.script.count('wallet_sendCalls')).toBe(1)
  })
})
