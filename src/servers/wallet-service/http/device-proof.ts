import { createHash, webcrypto } from 'node:crypto'
import type { Context } from 'hono'
import * as z from 'zod'
import { type DeviceKey, deviceHeaders, deviceProofText } from '../../../core/wallet/wallet-service.ts'
import type { Query } from '../../database/database.ts'
import { Refused } from '../refused.ts'
import { hashOf } from '../secrets.ts'

const coordinate = z.string().regex(/^[\w-]{43}$/)
const deviceKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
}) satisfies z.ZodType<DeviceKey>
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
/** The order of P-256 (SEC 2, 2.4.2). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** The maximum length of the header with the key, in characters. The header of a valid key has about 170. */
const longestKey = 512

export interface ProvenDevice {
  /** The thumbprint of the device's key (RFC 7638). */
  readonly device: string
  /** The id of the proof. Each proof can be used once. */
  readonly proof: string
}

/**
 * Verifies the device's signature of a request.
 * @param now The current time, in ms since the epoch.
 * @param tolerance The allowed difference from the device's clock, in ms.
 * @throws `device/no-proof`, `device/wrong-proof`, `device/wrong-time`
 */
export async function proveDevice(
  c: Context,
  { now, tolerance }: { readonly now: number; readonly tolerance: number },
): Promise<ProvenDevice> {
  const key = c.req.header(deviceHeaders.key)
  const time = c.req.header(deviceHeaders.time)
  const proof = c.req.header(deviceHeaders.proof)
  if (key === undefined || time === undefined || proof === undefined) throw new Refused('device/no-proof')
  const jwk = key.length <= longestKey ? deviceKey.safeParse(jsonOf(key)) : undefined
  if (!jwk?.success || !/^\d{1,15}$/.test(time) || !/^[\w-]{86}$/.test(proof))
    throw new Refused('device/wrong-proof')
  if (Math.abs(Number(time) - now) > tolerance) throw new Refused('device/wrong-time')

  const body = Buffer.from(await c.req.arrayBuffer())
  const { pathname, search } = new URL(c.req.url)
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const text = deviceProofText(c.req.method, `${pathname}${search}`, Number(time), bodyHash)
  const signature = Buffer.from(proof, 'base64url')
  if (!(await verifies(jwk.data, signature, text))) throw new Refused('device/wrong-proof')
  return { device: thumbprintOf(jwk.data), proof: hashOf(canonical(signature)) }
}

/**
 * Marks a proof as used, so that a recorded request can't be sent again.
 * @param ends From this time on, the proof is too old to be accepted.
 * @throws `device/used-proof`
 */
export async function spendProof(query: Query, proof: string, ends: Date): Promise<void> {
  const spent = await query(
    'insert into wallet_service_proofs (hash, ends_at) values ($1, $2) on conflict do nothing returning hash',
    [proof, ends],
  )
  if (spent.length === 0) throw new Refused('device/used-proof')
}

async function verifies(jwk: DeviceKey, signature: Buffer, text: string): Promise<boolean> {
  try {
    const key = await webcrypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify'])
    const signed = new TextEncoder().encode(text)
    return await webcrypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      key,
      Uint8Array.from(signature),
      signed,
    )
  } catch {
    // The key isn't a point on the curve.
    return false
  }
}

/** Normalizes `s`. The signature with the negated `s` is valid too, and must count as the same proof. */
function canonical(signature: Buffer): string {
  const s = BigInt(`0x${signature.subarray(32).toString('hex')}`)
  const low = s > order / 2n ? order - s : s
  return `${signature.subarray(0, 32).toString('hex')}${low.toString(16)}`
}

function thumbprintOf({ x, y }: DeviceKey): string {
  const members = JSON.stringify({ crv: 'P-256', kty: 'EC', x, y })
  return createHash('sha256').update(members).digest('base64url')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
