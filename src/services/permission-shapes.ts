import * as z from 'zod/mini'
import type { PermissionRequest, PermissionResponse } from '../core/wallet/permissions.ts'

// This file may import only types from our own modules: see `services/wallet-answer.ts`. The messages follow the specification
// (S3.8.3.3).

/** The maximum numbers of entries. A visitor couldn't review more entries. These limits aren't in the specification. */
const most = { permissions: 20, calls: 50, policies: 10, keys: 10, entries: 200 }

const words = {
  request: 'Invalid request structure',
  chainIdPrefix: 'Invalid chainId: must start with "0x"',
  chainId: 'Invalid chainId: must be a hexadecimal number',
  address: 'Invalid address: must be a string starting with "0x"',
  expiry: 'Invalid expiry: must be a future timestamp in seconds',
  keys: 'Invalid signer: the type "keys" needs keys',
  signer: 'Unsupported signer type',
  keyType: 'Invalid key type: must be secp256r1 or secp256k1',
  publicKey: 'Invalid public key: must start with "0x"',
  permissions: 'Invalid permissions: must be a non-empty array',
  permission: 'Unsupported permission type',
  policies: 'Invalid policies: must be an array',
  policy: 'Unsupported policy type',
  allowance: 'Invalid allowance: must be a hexadecimal number above zero',
  start: 'Invalid start: must be a timestamp in seconds',
  period: 'Invalid period: must be a positive number of seconds',
  calls: 'Invalid calls: must be functions such as transfer(address,uint256)',
  limit: 'Invalid limit: must be a hexadecimal number above zero',
  count: 'Invalid count: must be a positive number',
  interval: 'Invalid interval',
  context: 'Invalid context',
}

type Words = (typeof words)[keyof typeof words]
type Shape = Parameters<typeof z.strictObject>[0]

const strict = <T extends Shape>(shape: T, other: Words = words.request) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `${words.request}: ${issue.keys.join(', ')}` : other,
  })
const hex = (pattern: RegExp, error: Words) => z.string(error).check(z.regex(pattern, error))
const whole = (error: Words) =>
  z.number(error).check(z.refine((value) => Number.isSafeInteger(value) && value > 0, error))
/** Matches a Unix time in seconds. Refuses a time in ms: read as seconds, such a time would be thousands of years away. */
const time = (error: Words) => whole(error).check(z.maximum(100_000_000_000, error))

const address = hex(/^0x[0-9a-f]{40}$/i, words.address)
const amount = (error: Words) => hex(/^0x0*[1-9a-f][0-9a-f]{0,63}$/i, error)
const allowance = amount(words.allowance)
const call = z
  .string(words.calls)
  .check(
    z.maxLength(200, words.calls),
    z.regex(/^(0x[0-9a-f]{8}|[a-z_$][\w$]*\([a-z0-9,()[\]]*\))$/i, words.calls),
  )

const key = strict({
  type: z.enum(['secp256r1', 'secp256k1'], words.keyType),
  publicKey: hex(/^0x([0-9a-f]{2}){32,65}$/i, words.publicKey),
})
const signer = z.discriminatedUnion(
  'type',
  [
    strict({ type: z.literal('wallet'), data: z.optional(strict({})) }),
    strict({ type: z.literal('key'), data: key }),
    strict({
      type: z.literal('keys'),
      data: strict(
        {
          keys: z
            .array(key, words.keys)
            .check(z.minLength(1, words.keys), z.maxLength(most.keys, words.keys)),
        },
        words.keys,
      ),
    }),
    strict({ type: z.literal('account'), data: strict({ address }) }),
  ],
  words.signer,
)
const permission = z.discriminatedUnion(
  'type',
  [
    strict({ type: z.literal('native-token-transfer'), data: strict({ allowance }) }),
    strict({
      type: z.literal('native-token-recurring-allowance'),
      data: strict({ allowance, start: time(words.start), period: whole(words.period) }),
    }),
    strict({ type: z.literal('erc20-token-transfer'), data: strict({ address, allowance }) }),
    strict({
      type: z.literal('contract-call'),
      data: strict({
        address,
        calls: z
          .array(call, words.calls)
          .check(z.minLength(1, words.calls), z.maxLength(most.calls, words.calls)),
      }),
    }),
  ],
  words.permission,
)
const count = whole(words.count)
const policy = z.discriminatedUnion(
  'type',
  [
    strict({ type: z.literal('gas-limit'), data: strict({ limit: amount(words.limit) }) }),
    strict({ type: z.literal('call-limit'), data: strict({ count }) }),
    strict({
      type: z.literal('rate-limit'),
      data: strict({ count, interval: whole(words.interval) }),
    }),
  ],
  words.policy,
)

const chainId = z
  .string(words.chainIdPrefix)
  .check(z.startsWith('0x', words.chainIdPrefix), z.regex(/^0x[0-9a-f]{1,14}$/i, words.chainId))
const asked = {
  expiry: time(words.expiry),
  signer,
  permissions: z
    .array(permission, words.permissions)
    .check(z.minLength(1, words.permissions), z.maxLength(most.permissions, words.permissions)),
  policies: z.optional(z.array(policy, words.policies).check(z.maxLength(most.policies, words.policies))),
}
const request = strict({ chainId, address: z.optional(address), ...asked })
const bytes = /^0x([0-9a-f]{2}){1,2048}$/i
/**
 * Accepts unknown fields, because drafts of the standard add fields. But the signer, the permissions and the policies accept only
 * known fields.
 */
const response = z.object({
  ...asked,
  // Also accept a number, because the chain id is a number in an example of the draft.
  chainId: z.union([chainId, whole(words.chainId)]),
  address: z.optional(address),
  context: hex(bytes, words.context),
  signerMeta: z.optional(
    z.object({ userOpBuilder: z.optional(address), delegationManager: z.optional(address) }),
  ),
})

/** A session in the service's list. For an unknown permission, only the type is kept. */
const listed = z.object({
  pci: z.string().check(z.regex(/^[\w.:-]{1,128}$/)),
  context: z.catch(z.optional(hex(bytes, words.context)), undefined),
  chainId: z.catch(z.optional(chainId), undefined),
  expiry: time(words.expiry),
  createdAt: z.catch(z.optional(time(words.start)), undefined),
  revokedAt: z.catch(z.nullish(time(words.start)), undefined),
  signer: z.catch(z.optional(signer), undefined),
  permissions: z.catch(z.array(z.unknown()), []),
  policies: z.catch(z.array(z.unknown()), []),
})
const list = z.object({ pcis: z.array(z.unknown()) })
const registered = z.object({ pci: z.string().check(z.regex(/^[\w.:-]{1,128}$/)) })
const typed = z.object({ type: z.string().check(z.maxLength(64)) })

/** Validates permissions and sessions; see `core/wallet/permissions.ts`. */
export const permissionShapes = {
  /** Returns the request. If it is invalid, returns the reason. */
  request(value: unknown): PermissionRequest | string {
    const read = request.safeParse(value)
    return read.success ? (read.data as PermissionRequest) : (read.error.issues[0]?.message ?? words.request)
  },
  /** Returns the grant in a response, if the response contains exactly one grant. */
  response(value: unknown): PermissionResponse | undefined {
    const one = Array.isArray(value) && value.length === 1 ? value[0] : value
    const read = response.safeParse(one).data
    if (!read) return undefined
    return { ...read, chainId: `0x${Number(read.chainId).toString(16)}` } as PermissionResponse
  },
  /** Reads a stored grant. Returns undefined if it is corrupt. */
  stored: (value: unknown) => response.safeParse(value).data as PermissionResponse | undefined,
  sessions(body: unknown) {
    const entries = list.safeParse(body).data?.pcis
    return entries?.slice(0, most.entries).flatMap((entry) => {
      const read = listed.safeParse(entry).data
      if (!read) return []
      const known = read.permissions.slice(0, most.permissions).flatMap((one) => {
        const found = permission.safeParse(one).data
        return found ? [found] : []
      })
      const others = read.permissions
        .slice(0, most.permissions)
        .flatMap((one) => (permission.safeParse(one).success ? [] : (typed.safeParse(one).data?.type ?? '')))
      const policies = read.policies
        .slice(0, most.policies)
        .flatMap((one) => policy.safeParse(one).data ?? [])
      return [{ ...read, permissions: known, otherPermissions: others, policies }]
    })
  },
  registered: (body: unknown) => registered.safeParse(body).data,
}

export type PermissionShapes = typeof permissionShapes
