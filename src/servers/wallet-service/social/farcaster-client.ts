import * as z from 'zod'
import { isOnThisMachine } from '../../../core/chain/solana-localnet.ts'
import { fetchByMethod } from '../../../core/fetch-read.ts'
import { readBody } from '../../../core/response-body.ts'
import { systemFetch } from '../../../platform/system-fetch.ts'
import { callOverHttp } from '../../../siwx/http-node.ts'
import { verifySignIn } from '../../../siwx/verify-sign-in.ts'
import type { SocialIdentity } from './social-client.ts'

export interface FarcasterOptions {
  /** The relay to the visitor's phone (FIP-11). Default: `https://relay.farcaster.xyz`. */
  readonly relay?: string | undefined
  /** A node of OP Mainnet. Contracts there map addresses to Farcaster accounts. */
  readonly rpcUrl: string
}

/** The message that the visitor signed on the phone. */
export interface FarcasterApproval {
  readonly message: string
  readonly signature: string
  /** The visitor's name according to the relay. Use it only for display, because it isn't verified. */
  readonly username?: string | undefined
}

/** A client for Sign In With Farcaster (FIP-11). */
export interface FarcasterClient {
  /** Starts a login. @returns The relay's channel token, and the URL for the phone. */
  ask(nonce: string, signal?: AbortSignal): Promise<{ readonly channel: string; readonly url: string }>
  /** Returns undefined until the visitor has approved. */
  answer(channel: string, signal?: AbortSignal): Promise<FarcasterApproval | undefined>
  /** Verifies the signature, and returns the identity of the signer. @throws When the proof is invalid. */
  verify(approval: FarcasterApproval, nonce: string): Promise<SocialIdentity>
}

const chain = 'eip155:10'
const idRegistry = '0x00000000fc6c5f01fc30151999387bb99a9f489b'
const keyRegistry = '0x00000000fc1237824fb747abde0ff18990e59b7e'
/** Selectors of `idOf(address)` and `keyDataOf(uint256,bytes)`. */
const idOf = '0xd94fe832'
const keyDataOf = '0xac34cc5a'
/** The registry's values for the state of an added key, and for the type of a sign-in address. */
const added = 1n
const authAddress = 2n

const statements = ['Farcaster Auth', 'Farcaster Connect']
/** The time limit of each request, and of the signature check, in ms. */
const slowest = 5000
const longestName = 64

const channelAnswer = z.object({ channelToken: z.string().regex(/^[\w.-]{8,256}$/), url: z.url() })
const statusAnswer = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pending') }),
  z.object({
    state: z.literal('completed'),
    message: z.string(),
    signature: z.string(),
    username: z.string().optional(),
  }),
])
const word = z.string().regex(/^0x[0-9a-f]{64}([0-9a-f]{64})?$/i)

/**
 * @param url The service's origin, to which the visitor signs in.
 * @throws When the relay or the node is on another machine and uses plain HTTP.
 */
export function farcasterClient(
  { relay = 'https://relay.farcaster.xyz', rpcUrl }: FarcasterOptions,
  { url, now }: { readonly url: string; readonly now: () => number },
): FarcasterClient {
  for (const each of [relay, rpcUrl])
    if (!URL.canParse(each) || !(each.startsWith('https:') || isOnThisMachine(each)))
      throw new Error(`Farcaster must be reached by https, not at ${each}`)
  const domain = new URL(url).host
  const siweUri = `${url}/`

  async function asked(path: string, init: RequestInit, signal?: AbortSignal): Promise<unknown> {
    const limit = AbortSignal.timeout(slowest)
    const response = await fetchByMethod(systemFetch, `${relay}${path}`, {
      ...init,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    const body = await readBody(response)
    if (!response.ok || !body) throw new Error(`The relay of Farcaster answered ${response.status}`)
    return JSON.parse(new TextDecoder().decode(body))
  }

  /** Calls a contract. Returns the 32-byte words of the result. */
  async function called(to: string, data: string): Promise<readonly bigint[]> {
    const signal = AbortSignal.timeout(slowest)
    const params = [{ to, data }, 'latest']
    const answer = word.parse(await callOverHttp({ [chain]: rpcUrl }, chain, 'eth_call', params, { signal }))
    return (answer.slice(2).match(/.{64}/g) ?? []).map((part) => BigInt(`0x${part}`))
  }

  /** Returns whether an address owns the account, or was added to it for sign-in. */
  async function belongs(address: string, fid: bigint): Promise<boolean> {
    const padded = address.slice(2).toLowerCase().padStart(64, '0')
    const [owned] = await called(idRegistry, `${idOf}${padded}`)
    if (owned === fid) return true
    // The ABI encoding has the account id, the offset of the bytes, the length of the bytes, then the padded address.
    const words = [fid, 64n, 32n].map((value) => value.toString(16).padStart(64, '0'))
    const [state, kind] = await called(keyRegistry, `${keyDataOf}${words.join('')}${padded}`)
    return state === added && kind === authAddress
  }

  return {
    async ask(nonce, signal) {
      const body = JSON.stringify({ siweUri, domain, nonce })
      const headers = { 'content-type': 'application/json' }
      const told = await asked('/v1/channel', { method: 'POST', headers, body }, signal)
      const { channelToken, url } = channelAnswer.parse(told)
      return { channel: channelToken, url }
    },
    async answer(channel, signal) {
      const headers = { authorization: `Bearer ${channel}` }
      const told = statusAnswer.parse(await asked('/v1/channel/status', { headers }, signal))
      return told.state === 'completed' ? told : undefined
    },
    async verify({ message, signature, username }, nonce) {
      const expected = { domain, nonce, uri: siweUri, chainId: chain, now: new Date(now()) } as const
      const options = { rpcUrls: { [chain]: rpcUrl }, timeout: slowest }
      const signed = await verifySignIn({ message, signature }, expected, options)
      if (!statements.includes(signed.statement ?? ''))
        throw new Error("The message isn't a sign-in with Farcaster")
      const ids = (signed.resources ?? []).flatMap(
        (one) => /^farcaster:\/\/fid\/([1-9]\d{0,18})\/?$/.exec(one)?.[1] ?? [],
      )
      const [fid] = ids
      if (fid === undefined || ids.length > 1) throw new Error('The message names no account, or several')
      if (!(await belongs(signed.accountAddress, BigInt(fid))))
        throw new Error(`The address that signed does not belong to account ${fid}`)
      const name = username?.replaceAll(/\p{C}/gu, '').trim().slice(0, longestName)
      return { issuer: 'farcaster', subject: fid, name: name || `fid ${fid}` }
    },
  }
}
