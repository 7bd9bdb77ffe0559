import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { profiles } from '../../core/sign-in/sign-in-profiles.ts'
import { signInText } from '../../core/sign-in/sign-in-text.ts'
import { eip155Keys } from '../../wallets/eip155/keys.ts'
import { type DevAccount, devAccounts } from '../dev-accounts.ts'
import { HttpRefusal } from '../server/http-refusal.ts'
import { type DevApp, type DevContext, reply, serveLoopback } from '../server/loopback-server.ts'
import { approvedPage, phonePage } from './phone-page.ts'
import { registryAnswer } from './registry.ts'

/**
 * Farcaster on loopback, in memory. It consists of a relay (FIP-11), a page that replaces the phone, and a fake node of OP
 * Mainnet. The page offers sample people, and the node knows their accounts. Nothing here calls the real Farcaster.
 */
export interface DevFarcasterRelay {
  /** A URL such as `http://127.0.0.1:3000`. */
  readonly url: string
  /** The RPC URL of the OP Mainnet node. */
  readonly rpcUrl: string
  stop(): Promise<void>
}

interface Channel {
  readonly nonce: string
  readonly domain: string
  readonly siweUri: string
  approved?: {
    readonly message: string
    readonly signature: string
    readonly name: string
    readonly fid: number
  }
}

/** The people to choose from on the page. Each person signs with the devnet account of the same name. */
const people = ['alice', 'bob', 'carol'] as const
const fidOf = (name: string) => people.indexOf(name as (typeof people)[number]) + 1

const channelBody = z.object({
  siweUri: z.url(),
  domain: z.string().max(255),
  nonce: z.string().min(8).max(128),
})
const rpcBody = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()) })
const json = (c: DevContext, value: unknown, status = 200) =>
  reply(c, { status, contentType: 'application/json', body: JSON.stringify(value) })
const html = (c: DevContext, body: string) => reply(c, { contentType: 'text/html; charset=utf-8', body })
const mostChannels = 1000

export async function startFarcasterRelay(): Promise<DevFarcasterRelay> {
  const channels = new Map<string, Channel>()
  const accounts = people.map((name) => devAccounts[name]?.eip155 as DevAccount)
  const addresses = accounts.map(({ address }) => address)
  const keys = await eip155Keys(accounts.map(({ secret }) => secret))

  function routes(app: DevApp): void {
    app.post('/v1/channel', (c) => {
      const asked = channelBody.safeParse(jsonOf(c))
      if (!asked.success) throw new HttpRefusal(400, 'siweUri, domain and nonce are needed')
      const channelToken = randomBytes(16).toString('hex')
      channels.set(channelToken, asked.data)
      const [oldest] = channels.keys()
      if (channels.size > mostChannels && oldest !== undefined) channels.delete(oldest)
      const url = `${server.url}/phone?channelToken=${channelToken}`
      return json(c, { channelToken, url, ...asked.data }, 201)
    })
    app.get('/v1/channel/status', (c) => {
      const { approved, nonce } = channelOf(c.req.header('authorization')?.replace(/^Bearer /, ''))
      if (!approved) return json(c, { state: 'pending', nonce }, 202)
      const { message, signature, name, fid } = approved
      return json(c, {
        state: 'completed',
        nonce,
        message,
        signature,
        fid,
        username: name,
        displayName: name,
      })
    })
    app.get('/phone', (c) => html(c, phonePage(people, channelOf(c.req.query('channelToken')).domain)))
    app.post('/phone', async (c) => {
      const channel = channelOf(c.req.query('channelToken'))
      const name = new URLSearchParams(c.var.body.toString()).get('name') ?? ''
      if (fidOf(name) === 0) throw new HttpRefusal(400, 'Unknown name')
      channel.approved = await signed(channel, name)
      return html(c, approvedPage)
    })
    app.post('/rpc', (c) => {
      const call = rpcBody.safeParse(jsonOf(c))
      if (!call.success) throw new HttpRefusal(400, 'Invalid JSON-RPC request')
      const { id, method, params } = call.data
      if (method === 'web3_clientVersion')
        return json(c, { jsonrpc: '2.0', id, result: 'Latchkey development registry of Farcaster: no chain' })
      if (method === 'eth_call')
        return json(c, { jsonrpc: '2.0', id, result: registryAnswer(params[0], addresses) })
      return json(c, { jsonrpc: '2.0', id, error: { code: -32601, message: `There is no ${method} here` } })
    })
    app.all('*', () => {
      throw new HttpRefusal(404, 'There is nothing here')
    })
  }

  function channelOf(token = ''): Channel {
    const channel = channels.get(token)
    if (!channel) throw new HttpRefusal(401, 'There is no such channel')
    return channel
  }

  async function signed({ domain, siweUri, nonce }: Channel, name: string) {
    const fid = fidOf(name)
    const accountAddress = addresses[fid - 1] as string
    const message = signInText(profiles.eip155, {
      ...{ domain, accountAddress, nonce, uri: siweUri, chainId: 'eip155:10', version: '1' },
      statement: 'Farcaster Auth',
      issuedAt: new Date().toISOString(),
      resources: [`farcaster://fid/${fid}`],
    })
    return { message, signature: await keys.signMessage(accountAddress, message), name, fid }
  }

  const server = await serveLoopback({ routes })
  return { url: server.url, rpcUrl: `${server.url}/rpc`, stop: server.stop }
}

function jsonOf(c: DevContext): unknown {
  try {
    return JSON.parse(c.var.body.toString())
  } catch {
    return undefined
  }
}
