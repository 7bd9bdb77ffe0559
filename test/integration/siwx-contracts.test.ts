import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AbiCoder, concat, getCreate2Address, hashMessage, keccak256, Wallet } from 'ethers'
import type { Devnet } from 'latchkey/devnet'
import { formatSignInMessage, type NodeCall, type VerifySignInOptions, verifySignIn } from 'latchkey/siwx'
import { createPublicClient, http } from 'viem'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CaipNetworkId } from '../../src/core/chain/caip.ts'
import { nodeRpc } from '../../src/devnet/node-rpc.ts'
import * as wallets from '../support/contracts/signing-wallets.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { loopback } from '../support/loopback.ts'

/**
 * The address of Nick's deployer, which exists on every anvil chain. A call of the deployer contains a salt and the
 * creation code.
 */
const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const owner = Wallet.createRandom()
const stranger = Wallet.createRandom()

let devnet: Devnet
let urls: readonly [string, string]
let chains: readonly [CaipNetworkId, CaipNetworkId]
let rpcUrls: Record<string, string>
let website: Server

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  const [one, two] = devnet.nodes
  urls = [one!.url, two!.url]
  chains = [one!.network as CaipNetworkId, two!.network as CaipNetworkId]
  rpcUrls = { [chains[0]]: urls[0], [chains[1]]: urls[1] }
  website = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<html>Attention Required!</html>')
  })
  await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve))
}, leaseTimeout)
afterAll(async () => {
  website?.close()
  await devnet?.stop()
})

let next = 0
/** Installs a contract at an address, on the chain with the index `on`. Returns the address. */
async function install(code: string, on = 0, address = Wallet.createRandom().address): Promise<string> {
  await nodeRpc(urls[on]!, 'anvil_setCode', [address, code])
  return address
}

function textOf(address: string, chainId = chains[0]): string {
  const nonce = `nonce${String(next++).padStart(5, '0')}`
  return formatSignInMessage({
    ...{ domain: 'service.org', accountAddress: address, chainId, uri: 'https://service.org/', version: '1' },
    ...{ nonce, issuedAt: '2026-01-01T12:00:00Z' },
  })
}

/** Verifies a signature. Returns the error code, or `verified`. */
async function verify(
  message: string,
  signature: string,
  options: VerifySignInOptions = { rpcUrls },
  scheme?: 'eip191' | 'eip1271',
): Promise<string> {
  const nonce = /Nonce: (.*)/.exec(message)?.[1] ?? ''
  const expected = { domain: 'service.org', nonce, now: new Date('2026-01-01T12:00:00Z') }
  return verifySignIn({ message, signature, scheme }, expected, options).then(
    () => 'verified',
    (error) => error.code ?? String(error),
  )
}

/** Returns whether viem accepts the signature. */
async function viemSays(address: string, message: string, signature: string, on = 0): Promise<boolean> {
  const client = createPublicClient({ transport: http(urls[on]) })
  return client.verifyMessage({
    address: address as `0x${string}`,
    message,
    signature: signature as `0x${string}`,
  })
}

describe('a deployed contract (ERC-1271)', () => {
  it("signs in only with its owner's key", async () => {
    const address = await install(wallets.ownedBy(owner.address))
    const message = textOf(address)
    const signature = await owner.signMessage(message)
    expect(await verify(message, signature)).toBe('verified')
    expect(await verify(message, signature, { rpcUrls }, 'eip1271')).toBe('verified')
    expect(await viemSays(address, message, signature)).toBe(true)
    const foreign = await stranger.signMessage(message)
    expect(await verify(message, foreign)).toBe('siwx/invalid-signature')
    expect(await viemSays(address, message, foreign)).toBe(false)
    expect(await verify(textOf(address), signature)).toBe('siwx/invalid-signature')
    // A contract may accept a signature that is longer than a key's signature.
    expect(await verify(message, `${signature}00`)).toBe('verified')
  })

  it('can be called through a node whose URL has a user and a password', async () => {
    const address = await install(wallets.ownedBy(owner.address))
    const message = textOf(address)
    const gate = await loopback(async ({ body }, response) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(urls[0]!, { method: 'POST', body, headers })
      response.end(await answer.text())
    })
    try {
      const guarded = { [chains[0]]: `http://ada:p%40ss@${gate.host}` }
      expect(await verify(message, await owner.signMessage(message), { rpcUrls: guarded })).toBe('verified')
      const seen = gate.requests.map(({ headers }) => headers.authorization)
      expect(new Set(seen)).toEqual(new Set([`Basic ${btoa('ada:p@ss')}`]))
    } finally {
      await gate.close()
    }
  })

  it("is called only with the message's EIP-191 hash", async () => {
    const address = await install(wallets.onlyFor(hashMessage(textOf(stranger.address))))
    expect(await verify(textOf(address), '0x01')).toBe('siwx/invalid-signature')
    const message = textOf(address)
    await nodeRpc(urls[0], 'anvil_setCode', [address, wallets.onlyFor(hashMessage(message))])
    expect(await verify(message, '0x01')).toBe('verified')
  })

  it('can accept an empty signature for a message that its owners approved on-chain', async () => {
    const message = textOf(Wallet.createRandom().address)
    const [, address] = /(0x[0-9a-fA-F]{40})/.exec(message) ?? []
    // Without a contract at the address, an empty signature proves nothing.
    expect(await verify(message, '0x')).toBe('siwx/invalid-signature')
    await install(wallets.onlyFor(hashMessage(message)), 0, address)
    expect(await verify(message, '0x')).toBe('verified')
    expect(await verify(message, '0x', { rpcUrls }, 'eip1271')).toBe('verified')
    expect(await verify(textOf(address!), '0x')).toBe('siwx/invalid-signature')
    expect(await verify(message, '0x', {})).toBe('siwx/unverifiable')
  })

  it.each(Object.entries(wallets.fickle))('is not trusted when it %s', async (_, code) => {
    const address = await install(code)
    const message = textOf(address)
    for (const signature of ['0x01', await owner.signMessage(message), wrap(factory, '0x', '0x01')])
      expect(await verify(message, signature)).toBe('siwx/invalid-signature')
  })

  it('signs in only on its own network', async () => {
    const address = await install(wallets.yes, 1)
    expect(await verify(textOf(address, chains[1]), '0x01')).toBe('verified')
    expect(await verify(textOf(address, chains[0]), '0x01')).toBe('siwx/invalid-signature')
    // Here, the endpoint of each chain is the node of the other chain.
    const swapped = { [chains[0]]: urls[1], [chains[1]]: urls[0] }
    expect(await verify(textOf(address, chains[0]), '0x01', { rpcUrls: swapped })).toBe('siwx/unverifiable')
    expect(await verify(textOf(address, chains[1]), '0x01', { rpcUrls: swapped })).toBe('siwx/unverifiable')
  })

  it('is not needed to verify the signature of an account that has a key', async () => {
    const message = textOf(owner.address)
    expect(await verify(message, await owner.signMessage(message), {})).toBe('verified')
    expect(await verify(message, await stranger.signMessage(message))).toBe('siwx/invalid-signature')
    expect(await verify(message, wrap(factory, '0x', await owner.signMessage(message)))).toBe(
      'siwx/invalid-signature',
    )
  })
})

function wrap(to: string, call: string, signature: string): string {
  const body = AbiCoder.defaultAbiCoder().encode(['address', 'bytes', 'bytes'], [to, call, signature])
  return concat([body, `0x${'6492'.repeat(16)}`])
}

describe('a contract that is not deployed yet (ERC-6492)', () => {
  /** Returns the address at which the deployer will create the owner's wallet, and the call that creates the wallet. */
  function counterfactual(runtime = wallets.ownedBy(owner.address)) {
    const salt = keccak256(`0x${(next++).toString(16).padStart(8, '0')}`)
    const code = wallets.creationOf(runtime)
    return { address: getCreate2Address(factory, salt, keccak256(code)), call: concat([salt, code]) }
  }

  it('can sign in without being deployed', async () => {
    const { address, call } = counterfactual()
    const message = textOf(address)
    const signature = await owner.signMessage(message)
    const wrapped = wrap(factory, call, signature)
    expect(wrapped).toBe(
      serializeErc6492Signature({
        address: factory,
        data: call as `0x${string}`,
        signature: signature as `0x${string}`,
      }),
    )
    expect(await verify(message, wrapped)).toBe('verified')
    expect(await viemSays(address, message, wrapped)).toBe(true)
    expect(await nodeRpc(urls[0], 'eth_getCode', [address, 'latest'])).toBe('0x')
    // Latchkey refuses a signature without the wrapper, another signer's signature, and a signature for another message.
    expect(await verify(message, signature)).toBe('siwx/invalid-signature')
    const foreign = wrap(factory, call, await stranger.signMessage(message))
    expect(await verify(message, foreign)).toBe('siwx/invalid-signature')
    expect(await viemSays(address, message, foreign)).toBe(false)
    expect(await verify(textOf(address), wrapped)).toBe('siwx/invalid-signature')
    // This wrapper creates a different wallet, which would accept every signature.
    const other = counterfactual(wallets.yes)
    expect(await verify(message, wrap(factory, other.call, signature))).toBe('siwx/invalid-signature')
  })

  it('can sign in after it was deployed, with or without the wrapper', async () => {
    const { address, call } = counterfactual()
    const sender = (await nodeRpc(urls[0], 'eth_accounts', [])) as string[]
    await nodeRpc(urls[0], 'eth_sendTransaction', [{ from: sender[0], to: factory, data: call }])
    await nodeRpc(urls[0], 'evm_mine', [])
    expect(await nodeRpc(urls[0], 'eth_getCode', [address, 'latest'])).not.toBe('0x')
    const message = textOf(address)
    const signature = await owner.signMessage(message)
    expect(await verify(message, signature)).toBe('verified')
    // The wrapper's call of the deployer fails, because the wallet is already deployed.
    expect(await verify(message, wrap(factory, call, signature))).toBe('verified')
    expect(await verify(message, wrap(factory, call, await stranger.signMessage(message)))).toBe(
      'siwx/invalid-signature',
    )
  })

  it("can sign in after its deployment with a signature that needs the wrapper's call", async () => {
    const address = await install(wallets.afterPreparation)
    const message = textOf(address)
    expect(await verify(message, '0x01')).toBe('siwx/invalid-signature')
    expect(await verify(message, wrap(address, '0x00000000', '0x01'))).toBe('verified')
    expect(await verify(message, wrap(factory, '0x00', '0x01'))).toBe('siwx/invalid-signature')
    expect(await verify(message, '0x01')).toBe('siwx/invalid-signature')
  })

  it("can't sign in with an invalid wrapper", async () => {
    const address = await install(wallets.yes)
    const message = textOf(address)
    const mark = '6492'.repeat(16)
    const word = (text: string) => text.padStart(64, '0')
    const to = word(factory.slice(2))
    const bodies = [
      '',
      '00',
      to,
      to + word('60'),
      to + word('60') + word('80'),
      to + word('60') + word('80') + word('0'),
      to + word('60') + word('80') + word('0') + word('1'),
      to + 'ff'.repeat(32) + word('80') + word('0') + word('0'),
      to + word('60') + word('80') + 'ff'.repeat(32) + word('0'),
      // The first value isn't an address: its first bytes must be zero.
      `01${to.slice(2)}${word('60')}${word('80')}${word('0')}${word('0')}`,
    ]
    for (const body of bodies)
      expect(await verify(message, `0x${body}${mark}`), body).toBe('siwx/invalid-signature')
    expect(await verify(message, `0x${to}${word('60')}${word('80')}${word('0')}${word('0')}${mark}`)).toBe(
      'verified',
    )
  })
})

describe('a node for contract signatures', () => {
  /** Verifies two signatures of smart contracts: one without and one with the ERC-6492 wrapper. */
  async function ask(options: VerifySignInOptions, code = wallets.yes) {
    const message = textOf(await install(code))
    const found = await Promise.all(
      ['0x01', wrap(factory, '0x', '0x01')].map((one) => verify(message, one, options)),
    )
    return found.join()
  }
  const unverifiable = 'siwx/unverifiable,siwx/unverifiable'
  const answering =
    (more: (method: string, params: readonly unknown[]) => unknown): NodeCall =>
    async (_, method, params) =>
      more(method, params) ?? nodeRpc(urls[0], method, params as unknown[])

  it('must be configured', async () => {
    expect(await ask({ rpcUrls })).toBe('verified,verified')
    for (const options of [
      {},
      { rpcUrls: {} },
      { rpcUrls: { [chains[1]]: urls[1] } },
      { rpcUrls: Object.create(rpcUrls) as Record<string, string> },
    ])
      expect(await ask(options)).toBe(unverifiable)
  })

  it.each([null, 1, '', '0x', 'one', '0x1', '0xffffffffffff', '1', {}, [], true, '<html>'])(
    'that reports %j as its chain id gets no more requests',
    async (chain) => {
      const asked: string[] = []
      const rpc: NodeCall = async (_, method) => {
        asked.push(method)
        return method === 'eth_chainId' ? chain : `0x1626ba7e${'00'.repeat(28)}`
      }
      expect(await ask({ rpc })).toBe(unverifiable)
      expect(asked).toEqual(['eth_chainId', 'eth_chainId'])
    },
  )

  it.each([
    null,
    1,
    '',
    'yes',
    true,
    {},
    [],
    '1626ba7e',
    '0x1626ba7',
    '0x1',
    '<html>',
    `0xzz${'0'.repeat(62)}`,
  ])('that answers %j proves nothing', async (answer) => {
    expect(await ask({ rpc: answering((method) => (method === 'eth_call' ? { answer } : undefined)) })).toBe(
      unverifiable,
    )
    const bare: NodeCall = async (_, method, params) =>
      method === 'eth_call' ? answer : nodeRpc(urls[0], method, params as unknown[])
    expect(await ask({ rpc: bare })).toBe(unverifiable)
  })

  it('must answer with the exact accepting value of the standard', async () => {
    const yes = (answer: string) => ({
      rpc: answering((method) => (method === 'eth_call' ? answer : undefined)),
    })
    const padded = `0x${'1626ba7e'.padEnd(64, '0')}`
    // A contract wallet returns this value to accept a signature. The program that checks ERC-6492 signatures returns 1.
    expect(await ask(yes(padded))).toBe('verified,siwx/unverifiable')
    expect(await ask(yes(`0x${'1'.padStart(64, '0')}`))).toBe('siwx/invalid-signature,verified')
    for (const other of [
      '0x1626ba7e',
      `${padded}00`,
      `0x${'1626ba7e'.padStart(64, '0')}`,
      padded.replace(/0$/, '1'),
    ])
      expect(await ask(yes(other))).toBe('siwx/invalid-signature,siwx/unverifiable')
  })

  it('proves nothing if it fails, serves a web page or is unreachable', async () => {
    const { port } = website.address() as AddressInfo
    const over = (url: string) => ({ rpcUrls: { [chains[0]]: url } })
    expect(await ask(over(`http://127.0.0.1:${port}`))).toBe(unverifiable)
    expect(await ask(over('http://127.0.0.1:1'))).toBe(unverifiable)
    expect(await ask(over('not a url'))).toBe(unverifiable)
    for (const method of ['eth_chainId', 'eth_call'])
      for (const failure of [
        new Error('503'),
        'text',
        undefined,
        { code: 3, message: 'execution reverted' },
      ]) {
        const rpc: NodeCall = (_, asked, params) =>
          asked === method ? Promise.reject(failure) : nodeRpc(urls[0], asked, params as unknown[])
        expect(await ask({ rpc })).toBe(unverifiable)
        const thrower = ((_: string, asked: string, params: unknown[]) => {
          if (asked === method) throw failure
          return nodeRpc(urls[0], asked, params)
        }) as NodeCall
        expect(await ask({ rpc: thrower })).toBe(unverifiable)
      }
  })

  it("is abandoned after the host's time limit if it does not answer", async () => {
    for (const method of ['eth_chainId', 'eth_call']) {
      const rpc: NodeCall = (_, asked, params) =>
        asked === method ? new Promise(() => {}) : nodeRpc(urls[0], asked, params as unknown[])
      const limits = vi.spyOn(AbortSignal, 'timeout')
      expect(await ask({ rpc, timeout: 100 })).toBe(unverifiable)
      expect(new Set(limits.mock.calls.map(([ms]) => ms))).toEqual(new Set([100]))
      limits.mockRestore()
    }
  })

  it('is abandoned when the host aborts', async () => {
    const stop = new AbortController()
    const signals: (AbortSignal | undefined)[] = []
    const rpc: NodeCall = (_, __, ___, opts) => {
      signals.push(opts?.signal)
      setImmediate(() => stop.abort())
      return new Promise(() => {})
    }
    expect(await ask({ rpc, signal: stop.signal })).toBe('flow/aborted,flow/aborted')
    expect(signals.every((signal) => signal?.aborted)).toBe(true)
    expect(await ask({ rpcUrls, signal: AbortSignal.abort() })).toBe('flow/aborted,flow/aborted')
  })

  it('is not needed for a signature by a key', async () => {
    const message = textOf(owner.address)
    const rpc: NodeCall = () => Promise.reject(new Error('not expected'))
    expect(await verify(message, await owner.signMessage(message), { rpc })).toBe('verified')
  })

  it('can report a revert of a contract with any error text', async () => {
    const address = await install(wallets.fickle.reverts!)
    const message = textOf(address)
    const seen: unknown[] = []
    const rpc: NodeCall = async (_, method, params) => {
      const answer = await nodeRpc(urls[0], method, params as unknown[]).catch((error) => {
        seen.push(error)
        throw error
      })
      return answer
    }
    expect(await verify(message, '0x01', { rpc })).toBe('siwx/invalid-signature')
    // Only the first request fails. The error is unclear, so a second request finds out whether the contract reverted.
    expect(seen).toHaveLength(1)
  })
})
