import { createPublicKey, verify } from 'node:crypto'
import { Socket } from 'node:net'
import { serializeSignDoc } from '@cosmjs/amino'
import { makeSignBytes } from '@cosmjs/proto-signing'
import { StargateClient } from '@cosmjs/stargate'
import { TypeRegistry } from '@polkadot/types'
import { signatureVerify } from '@polkadot/util-crypto'
import { base58, base64, hex } from '@scure/base'
import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { Verifier } from 'bip322-js'
import * as bitcoin from 'bitcoinjs-lib'
import { AuthInfo, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { verifyMessage, verifyTypedData } from 'ethers'
import { type Devnet, type Relay, startRelay } from 'latchkey/devnet'
import { createHeadlessWallet, type HeadlessWallet, type HeadlessWalletOptions } from 'latchkey/testing'
import { dangers, type HeadlessRequest, type HeadlessSession } from 'latchkey/wallets'
import nacl from 'tweetnacl'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CaipNetworkId } from '../../src/core/chain/caip.ts'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import { openClient } from '../../src/wallets/walletconnect/sign-client.ts'
import { turn } from '../support/async.ts'
import { type BareDapp, openBareDapp, type Proposed } from '../support/bare-dapp.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

// Tests our wallet with a page that uses WalletConnect's own library, over a relay.

const polkadotTest: ChainNetwork = {
  id: '1a7c4de71a7c4de71a7c4de71a7c4de7',
  caipNetworkId: 'polkadot:1a7c4de71a7c4de71a7c4de71a7c4de7',
  chainNamespace: 'polkadot',
  name: 'Polkadot Test',
  nativeCurrency: { name: 'Unit', symbol: 'UNIT', decimals: 12 },
  rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
  testnet: true,
  ss58Prefix: 0,
}
const ethereum: ChainNetwork = {
  id: 1,
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
}
const methods: Record<ChainNamespace, string[]> = {
  eip155: [
    ...['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'eth_sign'],
    ...[
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_sendCalls',
      'wallet_getCallsStatus',
      'wallet_getCapabilities',
    ],
  ],
  solana: [
    ...['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions'],
    ...['solana_signAndSendTransaction', 'solana_getAccounts'],
  ],
  bip122: ['getAccountAddresses', 'signMessage', 'signPsbt', 'sendTransfer'],
  polkadot: ['polkadot_signMessage', 'polkadot_signTransaction'],
  cosmos: ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'],
}
const hexOf = (text: string) => `0x${hex.encode(new TextEncoder().encode(text))}`

describe('a headless wallet over WalletConnect', () => {
  let devnet: Devnet
  let relay: Relay
  let networks: readonly ChainNetwork[]
  let dapp: BareDapp
  const open: HeadlessWallet[] = []
  const hosts = new Set<unknown>()

  beforeAll(async () => {
    watchHosts(hosts)
    devnet = await leaseDevnet({
      families: ['eip155', 'solana', 'cosmos', 'bip122'],
      relay: true,
    })
    relay = devnet.relay!
    networks = [...devnet.networks, polkadotTest]
  }, leaseTimeout)
  afterAll(async () => {
    await devnet?.stop()
    // The page, the wallet and the nodes contacted no other host, such as a verify server, a telemetry server or a
    // public relay.
    expect([...hosts].filter((host) => host !== '127.0.0.1' && host !== 'localhost')).toEqual([])
    expect(hosts.size).toBeGreaterThan(0)
  })
  beforeEach(async () => {
    dapp = await openBareDapp(relay.url)
  })
  afterEach(async () => {
    relay.script.clear()
    await Promise.all([dapp.close(), ...open.splice(0).map((wallet) => wallet.stop())])
  })

  const of = (namespace: ChainNamespace) =>
    networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  const first = (namespace: ChainNamespace) => of(namespace)[0]!.caipNetworkId
  const alice = (namespace: ChainNamespace) => devnet.accounts.alice![namespace]!.address
  const everything = (): Proposed =>
    Object.fromEntries(
      (Object.keys(methods) as ChainNamespace[]).map((namespace) => [
        namespace,
        {
          chains: of(namespace).map(({ caipNetworkId }) => caipNetworkId),
          methods: methods[namespace],
          events: ['accountsChanged', 'chainChanged'],
        },
      ]),
    )
  async function make(options: Partial<HeadlessWalletOptions> = {}) {
    const wallet = await createHeadlessWallet({
      relayUrl: relay.url,
      networks,
      accounts: [devnet.accounts.alice!],
      allowDanger: dangers,
      ...options,
    })
    open.push(wallet)
    return wallet
  }
  async function connected(options: Partial<HeadlessWalletOptions> = {}, proposed = everything()) {
    const wallet = await make(options)
    const { uri, settled } = await dapp.propose(proposed)
    const session = await wallet.pair(uri)
    await settled
    const ask = <T>(network: CaipNetworkId, method: string, params: unknown) =>
      dapp.request<T>(session.topic, network, method, params)
    return { wallet, session, ask }
  }
  const accountsOf = ({ namespaces }: HeadlessSession) =>
    Object.values(namespaces).flatMap(({ accounts }) => accounts)

  it('approves the supported parts of a proposal, with accounts of every family', async () => {
    const { session } = await connected()
    expect(Object.keys(session.namespaces).sort()).toEqual(Object.keys(methods).sort())
    expect(accountsOf(session)).toEqual(
      expect.arrayContaining([
        `eip155:31337:${alice('eip155')}`,
        `eip155:31338:${alice('eip155')}`,
        `${first('solana')}:${alice('solana')}`,
        `${first('cosmos')}:${alice('cosmos')}`,
      ]),
    )
    const account = (namespace: string) => session.namespaces[namespace]?.accounts[0]?.split(':')[2]
    expect(account('bip122')).toMatch(/^bcrt1q/)
    // The address has the chain's own prefix.
    expect(account('polkadot')).toMatch(/^1/)
    // The wallet doesn't support this method.
    expect(session.namespaces.eip155?.methods).not.toContain('eth_sign')
  })

  describe('signs', () => {
    it('messages, typed data and a transaction on eip155', async () => {
      const { ask } = await connected()
      const from = alice('eip155')
      const signature = await ask<string>('eip155:31337', 'personal_sign', [hexOf('hello'), from])
      expect(verifyMessage('hello', signature)).toBe(from)
      const typed = {
        domain: { name: 'Mail', chainId: 31337 },
        types: {
          EIP712Domain: [
            { name: 'name', type: 'string' },
            { name: 'chainId', type: 'uint256' },
          ],
          Mail: [{ name: 'text', type: 'string' }],
        },
        primaryType: 'Mail',
        message: { text: 'hello' },
      }
      const { EIP712Domain: _, ...types } = typed.types
      const second = await ask<string>('eip155:31337', 'eth_signTypedData_v4', [from, JSON.stringify(typed)])
      expect(verifyTypedData(typed.domain, types, typed.message, second)).toBe(from)
      const to = devnet.accounts.bob!.eip155!.address
      // The session's current chain differs from the request's chain, so the wallet must read the chain from the request.
      const hash = await ask<string>('eip155:31338', 'eth_sendTransaction', [{ from, to, value: '0x1' }])
      const node = of('eip155')[1]!.rpcUrls.default.http[0]!
      await expect.poll(() => receiptStatus(node, hash), { message: 'the transaction is mined' }).toBe('0x1')
    })

    it('a batch of calls on eip155, and reports the status of the batch', async () => {
      const { ask } = await connected()
      const calls = [{ to: devnet.accounts.bob!.eip155!.address, value: '0x1' }]
      const batch = {
        version: '2.0.0',
        from: alice('eip155'),
        chainId: '0x7a69',
        atomicRequired: false,
        calls,
      }
      const { id } = await ask<{ id: string }>('eip155:31337', 'wallet_sendCalls', [batch])
      await expect
        .poll(() => ask('eip155:31338', 'wallet_getCallsStatus', [id]), { message: 'the calls are mined' })
        .toMatchObject({ status: 200, chainId: '0x7a69' })
      expect(await ask('eip155:31337', 'wallet_getCapabilities', [alice('eip155')])).toHaveProperty('0x7a6a')
    })

    it("the error of the batch's node, not that the batch is unknown, if the node fails", async () => {
      const [firstNode] = of('eip155')[0]!.rpcUrls.default.http
      const failing: typeof systemFetch = (input, init) =>
        String(input).startsWith(firstNode!) && /eth_getTransactionReceipt/.test(String(init?.body))
          ? Promise.reject(new TypeError('fetch failed'))
          : systemFetch(input, init)
      const { ask } = await connected({ fetch: failing })
      const from = alice('eip155')
      const batch = { version: '2.0.0', from, chainId: '0x7a69', atomicRequired: false }
      const calls = [{ to: from, value: '0x1' }]
      const { id } = await ask<{ id: string }>('eip155:31337', 'wallet_sendCalls', [{ ...batch, calls }])
      const failure = await ask('eip155:31338', 'wallet_getCallsStatus', [id]).catch(
        (error: unknown) => error,
      )
      expect(failure).toMatchObject({ code: 4901 })
    })

    it('no eip155 request with contradictory fields, and answers with the reason', async () => {
      const { ask } = await connected()
      const from = alice('eip155')
      const pay = (more: object) => ask('eip155:31337', 'eth_sendTransaction', [{ from, to: from, ...more }])
      await expect(pay({ gas: '0x5208', gasLimit: '0x5209' })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('gasLimit: differs from gas'),
        data: { reason: expect.stringContaining('gasLimit: differs from gas') },
      })
    })

    it('messages and transactions on solana', async () => {
      const { ask } = await connected()
      const network = first('solana')
      const pubkey = alice('solana')
      const key = base58.decode(pubkey)
      const message = new TextEncoder().encode('hello')
      const signed = await ask<{ signature: string }>(network, 'solana_signMessage', {
        message: base58.encode(message),
        pubkey,
      })
      expect(nacl.sign.detached.verify(message, base58.decode(signed.signature), key)).toBe(true)

      const node = of('solana')[0]!.rpcUrls.default.http[0]!
      const transfer = async (lamports: number) => {
        const { value } = await rpc<{ value: { blockhash: string } }>(node, 'getLatestBlockhash', [])
        const payer = new PublicKey(pubkey)
        const toPubkey = new PublicKey(devnet.accounts.bob!.solana!.address)
        const instructions = [SystemProgram.transfer({ fromPubkey: payer, toPubkey, lamports })]
        const compiled = new TransactionMessage({
          payerKey: payer,
          recentBlockhash: value.blockhash,
          instructions,
        })
        return base64.encode(new VersionedTransaction(compiled.compileToV0Message()).serialize())
      }
      const check = (text: string) => {
        const { signatures, message: body } = VersionedTransaction.deserialize(base64.decode(text))
        expect(nacl.sign.detached.verify(body.serialize(), signatures[0]!, key)).toBe(true)
        return base58.encode(signatures[0]!)
      }
      const one = await ask<{ signature: string; transaction: string }>(network, 'solana_signTransaction', {
        transaction: await transfer(1),
        pubkey,
      })
      expect(check(one.transaction)).toBe(one.signature)
      const { transactions } = await ask<{ transactions: string[] }>(network, 'solana_signAllTransactions', {
        transactions: [await transfer(2), await transfer(3)],
        pubkey,
      })
      expect(new Set(transactions.map(check)).size).toBe(2)
      const sent = await ask<{ signature: string }>(network, 'solana_signAndSendTransaction', {
        transaction: await transfer(4),
        pubkey,
      })
      await expect
        .poll(() => rpc(node, 'getSignatureStatuses', [[sent.signature]]), {
          message: 'the transaction lands',
        })
        .toMatchObject({ value: [{ err: null }] })
      expect(await ask(network, 'solana_getAccounts', {})).toEqual([{ pubkey }])
    })

    it('ECDSA messages, BIP-322 messages and a PSBT on bip122', async () => {
      const { ask, session } = await connected()
      const network = first('bip122')
      const account = session.namespaces.bip122!.accounts[0]!.split(':')[2]!
      for (const protocol of ['ecdsa', 'bip322']) {
        const { signature, address } = await ask<{ signature: string; address: string }>(
          network,
          'signMessage',
          {
            account,
            message: 'hello',
            protocol,
          },
        )
        expect(signature).toMatch(/^[0-9a-f]+$/)
        expect(Verifier.verifySignature(address, 'hello', base64.encode(hex.decode(signature)))).toBe(true)
      }
      const addresses = await ask<{ address: string; publicKey: string; intention: string }[]>(
        network,
        'getAccountAddresses',
        { account },
      )
      expect(addresses.map(({ intention }) => intention)).toEqual(['payment', 'ordinal'])
      expect(addresses[0]?.address).toBe(account)

      const { psbt } = await ask<{ psbt: string }>(network, 'signPsbt', {
        account,
        psbt: psbtOf(account),
        signInputs: [{ address: account, index: 0 }],
      })
      const [input] = bitcoin.Psbt.fromBase64(psbt).data.inputs
      expect(hex.encode(input!.partialSig![0]!.pubkey)).toBe(addresses[0]?.publicKey)
    })

    it('a transfer on bip122 that the wallet creates and sends itself', async () => {
      const { ask, session } = await connected()
      const account = session.namespaces.bip122!.accounts[0]!.split(':')[2]!
      const node = of('bip122')[0]!.rpcUrls.default.http[0]!
      const { txid } = await ask<{ txid: string }>(first('bip122'), 'sendTransfer', {
        account,
        recipientAddress: devnet.accounts.bob!.bip122!.address,
        amount: '20000',
      })
      await expect
        .poll(async () => (await fetch(`${node}/tx/${txid}`)).status, {
          message: 'the node knows the transaction',
        })
        .toBe(200)
      const { vout } = (await (await fetch(`${node}/tx/${txid}`)).json()) as { vout: { value: number }[] }
      expect(vout.map(({ value }) => value)).toContain(20_000)
    })

    it('messages and payloads on polkadot, in any address format of the account', async () => {
      const { ask } = await connected()
      const address = alice('polkadot')
      const { signature } = await ask<{ signature: string }>(first('polkadot'), 'polkadot_signMessage', {
        address,
        message: 'hello',
      })
      expect(signatureVerify('<Bytes>hello</Bytes>', signature, address).isValid).toBe(true)

      const transactionPayload = payloadOf(address, `0x${'1a7c4de7'.repeat(8)}`)
      const signed = await ask<{ signature: string }>(first('polkadot'), 'polkadot_signTransaction', {
        address,
        transactionPayload,
      })
      const registry = new TypeRegistry()
      registry.setSignedExtensions(transactionPayload.signedExtensions)
      const bytes = registry
        .createType('ExtrinsicPayload', transactionPayload, { version: 4 })
        .toU8a({ method: true })
      // The signature is preceded by the type of the key.
      expect(signatureVerify(bytes, signed.signature, address).isValid).toBe(true)
      await expect(
        ask(first('polkadot'), 'polkadot_signTransaction', {
          address,
          transactionPayload: payloadOf(address, `0x${'91b171bb'.repeat(8)}`),
        }),
      ).rejects.toMatchObject({ code: 3005 })
    })

    it('documents on cosmos, in Direct mode and in Amino mode', async () => {
      const { ask } = await connected()
      const network = first('cosmos')
      const signerAddress = alice('cosmos')
      const [account] = await ask<{ address: string; pubkey: string }[]>(network, 'cosmos_getAccounts', {})
      expect(account?.address).toBe(signerAddress)
      const key = base64.decode(account!.pubkey)
      const chainId = network.split(':')[1]!
      const amino = {
        chain_id: chainId,
        account_number: '1',
        sequence: '2',
        fee: { amount: [{ denom: 'uatom', amount: '500' }], gas: '200000' },
        msgs: [{ type: 'example/Ping', value: { sender: signerAddress } }],
        memo: 'hello',
      }
      const one = await ask<{ signature: { signature: string } }>(network, 'cosmos_signAmino', {
        signerAddress,
        signDoc: amino,
      })
      expect(isSigned(serializeSignDoc(amino), base64.decode(one.signature.signature), key)).toBe(true)
      const signDoc = {
        chainId,
        accountNumber: '1',
        bodyBytes: base64.encode(
          TxBody.encode(
            TxBody.fromPartial({ messages: [{ typeUrl: '/example.Ping' }], memo: 'hi' }),
          ).finish(),
        ),
        authInfoBytes: base64.encode(
          AuthInfo.encode(AuthInfo.fromPartial({ signerInfos: [{ sequence: 2n }] })).finish(),
        ),
      }
      const two = await ask<{ signature: { signature: string } }>(network, 'cosmos_signDirect', {
        signerAddress,
        signDoc,
      })
      const bytes = makeSignBytes({
        chainId,
        accountNumber: 1n,
        bodyBytes: base64.decode(signDoc.bodyBytes),
        authInfoBytes: base64.decode(signDoc.authInfoBytes),
      })
      expect(isSigned(bytes, base64.decode(two.signature.signature), key)).toBe(true)
    })
  })

  it('passes the simulated changes of a request to `approve`', async () => {
    const told: unknown[] = []
    const { ask } = await connected({
      approve: async ({ method }, { simulate }) => void told.push([method, await simulate()]),
    })
    const { bob } = devnet.accounts
    const says = (network: CaipNetworkId, text: string) => {
      const { rpcUrls } = networks.find(({ caipNetworkId }) => caipNetworkId === network)!
      return [['simulation', `${text}, according to ${new URL(rpcUrls.default.http[0]!).host}`]]
    }
    const from = alice('eip155')
    await ask('eip155:31337', 'eth_sendTransaction', [{ from, to: bob!.eip155!.address, value: '0x1' }])
    const signerAddress = alice('cosmos')
    const coins = [{ denom: 'uatom', amount: '7' }]
    const value = { from_address: signerAddress, to_address: bob!.cosmos!.address, amount: coins }
    const [node] = of('cosmos')[0]!.rpcUrls.default.http
    const { sequence } = await (await StargateClient.connect(node!)).getSequence(signerAddress)
    const signDoc = {
      chain_id: first('cosmos').split(':')[1],
      ...{ account_number: '1', sequence: String(sequence), memo: '' },
      fee: { amount: coins, gas: '200000' },
      msgs: [{ type: 'cosmos-sdk/MsgSend', value }],
    }
    await ask(first('cosmos'), 'cosmos_signAmino', { signerAddress, signDoc })
    const account = alice('bip122')
    const signInputs = [{ address: account, index: 0 }]
    await ask(first('bip122'), 'signPsbt', { account, psbt: psbtOf(account), signInputs })
    await ask('eip155:31337', 'personal_sign', [hexOf('hello'), from])
    expect(told).toEqual([
      ['eth_sendTransaction', says('eip155:31337', 'You send 0.000000000000000001 ETH')],
      ['cosmos_signAmino', says(first('cosmos'), 'You send 7 uatom (0.000007 ATOM)')],
      ['signPsbt', [['simulation', "Not simulated: the values of the coins aren't proven"]]],
      ['personal_sign', []],
    ])
  })

  describe('refuses', () => {
    it('a request for an account that was not approved, without a prompt', async () => {
      const asked: HeadlessRequest[] = []
      const { ask } = await connected({ approve: async (request) => void asked.push(request) })
      const bob = devnet.accounts.bob!
      const foreign: [CaipNetworkId, string, unknown][] = [
        ['eip155:31337', 'personal_sign', [hexOf('hello'), bob.eip155!.address]],
        ['eip155:31337', 'eth_sendTransaction', [{ from: bob.eip155!.address, to: bob.eip155!.address }]],
        [
          first('solana'),
          'solana_signMessage',
          { message: base58.encode(Uint8Array.of(1)), pubkey: bob.solana!.address },
        ],
        [first('polkadot'), 'polkadot_signMessage', { address: bob.polkadot!.address, message: 'hello' }],
        [first('cosmos'), 'cosmos_signAmino', { signerAddress: bob.cosmos!.address, signDoc: {} }],
        [
          first('bip122'),
          'signMessage',
          { account: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', message: 'x' },
        ],
      ]
      for (const [network, method, params] of foreign)
        await expect(ask(network, method, params), method).rejects.toMatchObject({ code: 4100 })
      expect(asked).toEqual([])
    })

    it('a request that names one network and acts on another network, without a prompt', async () => {
      const asked: HeadlessRequest[] = []
      const { ask } = await connected({ approve: async (request) => void asked.push(request) })
      const from = alice('eip155')
      const to = devnet.accounts.bob!.eip155!.address
      const calls = [{ to, value: '0x1' }]
      const [node] = of('eip155')[1]!.rpcUrls.default.http
      const sent = () => rpc(node!, 'eth_getTransactionCount', [from, 'latest'])
      const before = await sent()
      const batch = { version: '2.0.0', from, atomicRequired: false }
      // The session covers both chains, so the only mistake is that the chains differ.
      const elsewhere: readonly (readonly [string, readonly unknown[]])[] = [
        ['wallet_sendCalls', [{ ...batch, chainId: '0x7a6a', calls }]],
        ['wallet_sendCalls', [{ ...batch, chainId: 'eip155:31338', calls }]],
        ['wallet_sendCalls', [{ ...batch, chainId: '0x7a69', calls: [{ ...calls[0], chainId: '0x7a6a' }] }]],
        ['eth_sendTransaction', [{ from, to, value: '0x1', chainId: '0x7a6a' }]],
        [
          'eth_signTypedData_v4',
          [
            from,
            JSON.stringify({ domain: { chainId: 31338 }, types: { A: [] }, primaryType: 'A', message: {} }),
          ],
        ],
      ]
      for (const [method, params] of elsewhere)
        await expect(ask('eip155:31337', method, params), method).rejects.toMatchObject({ code: 3005 })
      expect(await sent()).toBe(before)
      expect(asked).toEqual([])
    })

    it('a request on bip122 for an address of the wallet that the session did not approve', async () => {
      const asked: HeadlessRequest[] = []
      const { ask, session } = await connected({ approve: async (request) => void asked.push(request) })
      const network = first('bip122')
      const account = session.namespaces.bip122!.accounts[0]!.split(':')[2]!
      const addresses = await ask<{ address: string }[]>(network, 'getAccountAddresses', { account })
      const other = addresses[1]!.address
      for (const [method, params] of [
        ['signPsbt', { account, psbt: psbtOf(other), signInputs: [{ address: other, index: 0 }] }],
        ['signMessage', { account, address: other, message: 'hello' }],
      ] as const)
        await expect(ask(network, method, params), method).rejects.toMatchObject({ code: 4100 })
      expect(asked).toEqual([])
    })

    it('a request that expires before the approval', async () => {
      let late = 0
      const clock = { ...systemClock, now: () => systemClock.now() + late }
      const approve = async () => {
        late = 600_000
      }
      const { ask } = await connected({ approve, clock })
      await expect(
        ask('eip155:31337', 'personal_sign', [hexOf('hello'), alice('eip155')]),
      ).rejects.toMatchObject({ code: 8000 })
    })

    it.each(['page', 'wallet'])(
      'a request of a session that the %s ended before the approval',
      async (side) => {
        const sent: unknown[] = []
        const counting: typeof systemFetch = (input, init) => {
          if (/sendRawTransaction/.test(String(init?.body))) sent.push(init?.body)
          return systemFetch(input, init)
        }
        let decide: (() => void) | undefined
        const approve = () =>
          new Promise<void>((resolve) => {
            decide = resolve
          })
        const { wallet, session, ask } = await connected({ approve, fetch: counting })
        const answers: unknown[] = []
        wallet.on('answer', ({ error }) => answers.push(error?.code))
        const ended = new Promise((resolve) => wallet.on('ended', resolve))
        const transaction = { from: alice('eip155'), to: devnet.accounts.bob!.eip155!.address, value: '0x1' }
        ask('eip155:31337', 'eth_sendTransaction', [transaction]).catch(() => {})
        await expect.poll(() => decide, { message: 'the wallet asks its owner' }).toBeDefined()
        const { topic } = session
        if (side === 'wallet') await wallet.disconnect(topic)
        else await dapp.client.disconnect({ topic, reason: { code: 6000, message: 'bye' } })
        await ended
        decide?.()
        await expect.poll(() => answers, { message: 'the request is rejected' }).toEqual([4100])
        expect(sent).toEqual([])
      },
    )

    it('a request that the visitor rejects', async () => {
      const { wallet, ask } = await connected()
      wallet.script.next('personal_sign', 'reject')
      await expect(
        ask('eip155:31337', 'personal_sign', [hexOf('hello'), alice('eip155')]),
      ).rejects.toMatchObject({
        code: 5000,
      })
      // The wallet rejects one request and signs the next.
      await expect(ask('eip155:31337', 'personal_sign', [hexOf('hello'), alice('eip155')])).resolves.toMatch(
        /^0x/,
      )
    })

    it('mainnets by default', async () => {
      const proposed: Proposed = {
        eip155: { chains: ['eip155:1', 'eip155:31337'], methods: ['personal_sign'], events: [] },
      }
      const both = [...networks, ethereum]
      const { session } = await connected({ networks: both }, proposed)
      expect(session.namespaces.eip155?.chains).toEqual(['eip155:31337'])
      const told = await connected({ networks: both, allowMainnet: true }, proposed)
      expect(told.session.namespaces.eip155?.chains).toContain('eip155:1')
    })

    it('a proposal if the wallet supports none of the requested networks', async () => {
      const wallet = await make()
      const { uri, settled } = await dapp.propose({
        eip155: { chains: ['eip155:10'], methods: ['personal_sign'], events: [] },
      })
      await expect(wallet.pair(uri)).rejects.toMatchObject({ code: 'validation/unsupported-chain' })
      await expect(settled).rejects.toMatchObject({ code: 5100 })
      expect(wallet.sessions).toEqual([])
    })

    it.each([
      ['', 'expected a WalletConnect pairing uri'],
      ['https://example.com', 'expected a WalletConnect pairing uri'],
      ['wc:abc@1?bridge=https%3A%2F%2Fb.example&key=1', 'version 1'],
      [`wc:${'a'.repeat(64)}@3?relay-protocol=irn&symKey=${'b'.repeat(64)}`, 'version 3'],
      [`wc:short@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`, 'topic'],
      [`wc:${'a'.repeat(64)}@2?relay-protocol=irn`, 'symKey'],
      [`wc:${'a'.repeat(64)}@2?symKey=${'b'.repeat(64)}`, 'relay protocol'],
      [`wc:${'a'.repeat(64)}@2?relay-protocol=waku&symKey=${'b'.repeat(64)}`, 'waku'],
    ])('the URI %j', async (uri, reason) => {
      const wallet = await make()
      await expect(wallet.pair(uri)).rejects.toMatchObject({
        code: 'validation/invalid-input',
        message: expect.stringContaining(reason),
      })
    })

    it('a URI that has expired, and a URI whose page is gone', async () => {
      const wallet = await make()
      const uri = (seconds: number) =>
        `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}&expiryTimestamp=${Math.floor(Date.now() / 1000) + seconds}`
      await expect(wallet.pair(uri(-1))).rejects.toMatchObject({ code: 'connection/pairing-expired' })
      await expect(wallet.pair(uri(2))).rejects.toMatchObject({ code: 'connection/pairing-expired' })
      const aborted = wallet.pair(uri(300), { signal: AbortSignal.timeout(50) })
      await expect(aborted).rejects.toMatchObject({ code: 'flow/aborted' })
    })
  })

  describe('can be scripted by a test', () => {
    it('to reject a pairing, or to approve only a part of the proposal', async () => {
      const wallet = await make()
      wallet.script.next('session_proposal', 'reject')
      const { uri, settled } = await dapp.propose(everything())
      await expect(wallet.pair(uri)).rejects.toMatchObject({ code: 'wallet/user-rejected' })
      await expect(settled).rejects.toMatchObject({ code: 5000 })

      const { session } = await connected({
        onProposal: async () => ({ networks: ['eip155:31338'], methods: ['personal_sign'] }),
      })
      expect(session.namespaces).toEqual({
        eip155: {
          chains: ['eip155:31338'],
          accounts: [`eip155:31338:${alice('eip155')}`],
          methods: ['personal_sign'],
          events: ['accountsChanged', 'chainChanged'],
        },
      })
    })

    it('to approve other chains than requested', async () => {
      const wallet = await make()
      const namespaces = {
        eip155: { accounts: [`eip155:10:${alice('eip155')}`], methods: ['personal_sign'], events: [] },
        kadena: { accounts: ['kadena:mainnet01:k1'], methods: [], events: [] },
      }
      wallet.script.next('session_proposal', { answer: namespaces })
      const { uri, settled } = await dapp.propose(everything())
      await wallet.pair(uri)
      expect((await settled).namespaces).toEqual(namespaces)
    })

    it('to never answer, to answer slowly, or to switch to another network', async () => {
      const { wallet, ask } = await connected()
      wallet.script.next('personal_sign', 'never', { delay: 200 }, { moveTo: 'eip155:31338' })
      const params = [hexOf('hello'), alice('eip155')]
      const silent = ask('eip155:31337', 'personal_sign', params)
      const heard: unknown[] = []
      dapp.client.on('session_event', (event) => heard.push(event.params))
      await ask('eip155:31337', 'personal_sign', params)
      await ask('eip155:31337', 'personal_sign', params)
      await expect
        .poll(() => heard, { message: 'the dapp hears of the new network' })
        .toContainEqual({ chainId: 'eip155:31338', event: { name: 'chainChanged', data: 31338 } })
      expect(await Promise.race([silent, 'no answer'])).toBe('no answer')
      silent.catch(() => {})
    })

    it('to change, extend and end a session', async () => {
      const { wallet, session } = await connected()
      const { topic } = session
      const inDapp = () => dapp.client.session.get(topic)
      await wallet.update(topic, { networks: ['eip155:31338', first('cosmos')] })
      await expect
        .poll(() => Object.keys(inDapp().namespaces).sort(), { message: 'the session has the new families' })
        .toEqual(['cosmos', 'eip155'])
      expect(inDapp().namespaces.eip155?.chains).toEqual(['eip155:31338'])

      const heard: unknown[] = []
      dapp.client.on('session_event', (event) => heard.push(event.params.event))
      await wallet.emit(topic, { name: 'accountsChanged', data: ['eip155:31338:0x1'] }, 'eip155:31338')
      await expect
        .poll(() => heard, { message: 'the dapp hears of the new account' })
        .toEqual([{ name: 'accountsChanged', data: ['eip155:31338:0x1'] }])
      await wallet.extend(topic)
      await wallet.ping(topic)
      const ended = new Promise((resolve) => dapp.client.on('session_delete', resolve))
      await wallet.disconnect(topic)
      await expect(ended).resolves.toMatchObject({ topic })
      expect(wallet.sessions).toEqual([])
    })

    it('to end a session at the same time as the page', async () => {
      const { client, end } = await openClient({
        relayUrl: relay.url,
        projectId: 'wallet',
        name: 'Wallet',
        storage: undefined,
        clock: systemClock,
        log: console,
      })
      const rejections: unknown[] = []
      const note = (reason: unknown) => rejections.push(reason)
      process.on('unhandledRejection', note)
      const { engine } = client as unknown as {
        engine: { onSessionDeleteRequest(topic: string, payload: object): Promise<void> }
      }
      const late = engine.onSessionDeleteRequest('ab'.repeat(32), {
        id: 1,
        params: { code: 6000, message: 'bye' },
      })
      await late
      await turn()
      process.off('unhandledRejection', note)
      await end()
      expect(rejections).toEqual([])
    })

    it('to end a session only once', async () => {
      const { wallet, session } = await connected()
      let ended = 0
      wallet.on('ended', () => ended++)
      await wallet.disconnect(session.topic)
      await wallet.disconnect(session.topic)
      expect(ended).toBe(1)
      expect(wallet.sessions).toEqual([])
    })

    it('to emit an event when the page ends a session', async () => {
      const { wallet, session } = await connected()
      const ended = new Promise((resolve) => wallet.on('ended', resolve))
      await dapp.client.disconnect({ topic: session.topic, reason: { code: 6000, message: 'bye' } })
      await expect(ended).resolves.toEqual({ topic: session.topic })
    })
  })

  it('switches to a requested chain of the session, and refuses other chains without a prompt', async () => {
    const approved: string[] = []
    const approve = async ({ method, params }: HeadlessRequest) => {
      approved.push(`${method} ${(params as [{ chainId: string }])[0].chainId}`)
    }
    const chain = (chainId: string) => [{ chainId, rpcUrls: ['https://rpc.example'] }]
    const both = await connected({ approve })
    const heard: unknown[] = []
    dapp.client.on('session_event', (event) => heard.push(event.params))
    await both.ask('eip155:31337', 'wallet_switchEthereumChain', chain('0x7a6a'))
    await expect
      .poll(() => heard, { message: 'the dapp hears of the new network' })
      .toEqual([{ chainId: 'eip155:31338', event: { name: 'chainChanged', data: 31338 } }])
    expect(await both.ask('eip155:31337', 'wallet_addEthereumChain', chain('0x7a6a'))).toBeNull()
    expect(approved).toEqual(['wallet_switchEthereumChain 0x7a6a', 'wallet_addEthereumChain 0x7a6a'])

    approved.splice(0)
    const proposed = everything()
    proposed.eip155!.chains = ['eip155:31337']
    const { wallet, session, ask } = await connected({ approve }, proposed)
    const before = wallet.sessions.find(({ topic }) => topic === session.topic)!.namespaces
    for (const [method, chainId, code] of [
      // The wallet knows these chains, but the session doesn't cover them.
      ['wallet_switchEthereumChain', '0x7a6a', 3005],
      ['wallet_addEthereumChain', '0x7a6a', 3005],
      // The wallet doesn't know these chains. The codes are from EIP-3326 and EIP-1193.
      ['wallet_switchEthereumChain', '0xa', 4902],
      ['wallet_addEthereumChain', '0xa', 4200],
      ['wallet_switchEthereumChain', 'none', 4902],
    ] as const)
      await expect(ask('eip155:31337', method, chain(chainId)), `${method} ${chainId}`).rejects.toMatchObject(
        {
          code,
        },
      )
    expect(approved).toEqual([])
    expect(heard).toHaveLength(1)
    expect(wallet.sessions.find(({ topic }) => topic === session.topic)?.namespaces).toEqual(before)
  })

  it('records a request once, even if its message arrives several times', async () => {
    const { wallet, session, ask } = await connected()
    await ask('eip155:31337', 'personal_sign', [hexOf('hello'), alice('eip155')])
    const envelope = relay.published.findLast(({ topic, tag }) => topic === session.topic && tag === 1108)!
    for (let times = 0; times < 5; times++) relay.push(envelope)
    relay.push({ ...envelope, message: `${envelope.message.slice(0, -8)}AAAAAAA=` })
    await ask('eip155:31337', 'personal_sign', [hexOf('again'), alice('eip155')])
    expect(wallet.requests.map(({ method }) => method)).toEqual(['personal_sign', 'personal_sign'])
    for (const { id } of wallet.requests) expect(wallet.arrivals(id)).toBe(1)
  })

  it('answers each of fifty requests once while the relay is killed five times', {
    tags: ['ci'],
  }, async () => {
    const own = await startRelay()
    const wallet = await make({ relayUrl: own.url })
    // This page reconnects as quickly as the wallet. WalletConnect's own reconnection would take up to twenty seconds.
    const page = await openClient({
      ...{ relayUrl: own.url, projectId: 'page', name: 'Page', storage: undefined },
      ...{ clock: systemClock, log: { debug() {}, warn() {}, error() {} } },
    })
    const client = page.client as unknown as Requester
    const { uri, approval } = await client.connect({ optionalNamespaces: everything() })
    const settled = approval()
    const { topic } = await wallet.pair(uri)
    await settled
    const answers: Promise<string>[] = []
    for (let at = 0; at < 50; at++) {
      const params = [hexOf(`request ${at}`), alice('eip155')]
      answers.push(
        client.request({ topic, chainId: 'eip155:31337', request: { method: 'personal_sign', params } }),
      )
      // Waits between the requests, so that the relay is killed between some requests and during others.
      await new Promise((resolve) => setTimeout(resolve, 10))
      if (at % 10 !== 5) continue
      own.kill()
      await new Promise((resolve) => setTimeout(resolve, 50))
      own.restore()
    }
    const signatures = await Promise.all(answers)
    await page.end()
    signatures.forEach((signature, at) => {
      expect(verifyMessage(`request ${at}`, signature)).toBe(alice('eip155'))
    })
    expect(wallet.requests).toHaveLength(50)
    for (const { id } of wallet.requests) expect(wallet.arrivals(id)).toBe(1)
    expect(own.counts.socketsAtOnce).toBe(1)
    await own.stop()
  })

  it('answers a request only once if the relay drops the connection while it delivers the request', async () => {
    const { wallet, ask } = await connected()
    relay.script.next('irn_subscription', 'drop')
    const answered = ask<string>('eip155:31337', 'personal_sign', [hexOf('hello'), alice('eip155')])
    expect(verifyMessage('hello', await answered)).toBe(alice('eip155'))
    expect(wallet.requests).toHaveLength(1)
    expect(wallet.arrivals(wallet.requests[0]!.id)).toBe(1)
  })
})

/** Records every host name and address to which any library in this process connects. */
function watchHosts(hosts: Set<unknown>): void {
  const connect = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const [options] = args.flat() as [{ host?: string; path?: string } | undefined]
    if (!options?.path) hosts.add(options?.host ?? 'localhost')
    return connect.apply(this, args)
  } as typeof Socket.prototype.connect
}

interface Requester {
  connect(params: object): Promise<{ uri: string; approval(): Promise<unknown> }>
  request(params: object): Promise<string>
}

async function rpc<T>(url: string, method: string, params: unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const answer = (await (await fetch(url, { method: 'POST', headers, body })).json()) as { result: T }
  return answer.result
}

async function receiptStatus(url: string, hash: string): Promise<string | undefined> {
  return (await rpc<{ status: string } | null>(url, 'eth_getTransactionReceipt', [hash]))?.status
}

const spki = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex')

/** Verifies with OpenSSL, because the wallet signs with another library. */
function isSigned(bytes: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.concat([spki, publicKey]), format: 'der', type: 'spki' })
  return verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, signature)
}

function psbtOf(address: string): string {
  const network = bitcoin.networks.regtest
  const script = bitcoin.address.toOutputScript(address, network)
  const psbt = new bitcoin.Psbt({ network })
  psbt.addInput({ hash: 'ab'.repeat(32), index: 0, witnessUtxo: { script, value: 10_000n } })
  psbt.addOutput({ script, value: 9000n })
  return psbt.toBase64()
}

function payloadOf(address: string, genesisHash: string) {
  return {
    address,
    blockHash: genesisHash,
    blockNumber: '0x00000000',
    era: '0x00',
    genesisHash,
    method: '0x000000',
    nonce: '0x00000000',
    specVersion: '0x00000001',
    tip: '0x00000000000000000000000000000000',
    transactionVersion: '0x00000001',
    signedExtensions: [
      'CheckSpecVersion',
      'CheckTxVersion',
      'CheckGenesis',
      'CheckMortality',
      'CheckNonce',
      'ChargeTransactionPayment',
    ],
    version: 4,
  }
}
