import type { CaipAddress } from '../../../core/chain/caip.ts'
import { caipAddress } from '../../../core/chain/caip.ts'
import { parseCaipAddress } from '../../../core/chain/caip-10.ts'
import { smartSessions as limits } from '../../../core/limits.ts'
import type { PermissionRequest, PermissionResponse } from '../../../core/wallet/permissions.ts'
import type { PermissionShapes } from '../../../services/permission-shapes.ts'
import type { Persistence } from '../../../services/persistence.ts'
import type { ListedSession } from '../../../services/smart-sessions.ts'
import type { GrantDifference, SmartSession } from './smart-sessions.ts'

type Account = CaipAddress<'eip155'>
/** A session without its status, which depends on the time. */
export type KnownSession = Omit<SmartSession, 'status'>

/** A session as stored: the wallet's answer, and later changes. */
interface Stored {
  readonly granted: PermissionResponse
  readonly account: Account
  readonly grantedAt: number
  readonly pci?: string | undefined
  readonly revokedAt?: number | undefined
  readonly differences: readonly GrantDifference[]
  readonly asked?: PermissionRequest | undefined
}

/** Stores and lists the sessions that wallets granted in this browser, newest first. */
export function storedSessions(
  persistence: Pick<Persistence, 'get' | 'set'>,
  shapes: Pick<PermissionShapes, 'request' | 'stored'>,
) {
  /** The sessions that were granted since this page loaded. They are kept here in case the storage fails. */
  const added = new Map<string, Stored>()
  const all = (): readonly Stored[] => {
    const stored = (persistence.get('smartSessions') ?? []).flatMap((text) => read(text) ?? [])
    const known = new Set(stored.map(({ granted }) => granted.context))
    return [...[...added.values()].filter(({ granted }) => !known.has(granted.context)), ...stored]
  }
  const write = (sessions: readonly Stored[]) => {
    const texts = sessions.slice(0, limits.maxStored).map((one) => JSON.stringify(one))
    // Drop the oldest sessions rather than exceed the limit of `services/persistence.ts`, which would store none.
    while (JSON.stringify(texts).length > 900_000) texts.pop()
    persistence.set('smartSessions', texts)
  }
  function read(text: string): Stored | undefined {
    try {
      const value = JSON.parse(text) as Partial<Record<keyof Stored, unknown>> | null
      const granted = shapes.stored(value?.granted)
      const { account, grantedAt, pci, revokedAt, differences } = value ?? {}
      const asked = shapes.request(value?.asked)
      if (!granted || typeof account !== 'string' || typeof grantedAt !== 'number') return undefined
      return {
        granted,
        account: account as Account,
        grantedAt,
        pci: typeof pci === 'string' ? pci : undefined,
        revokedAt: typeof revokedAt === 'number' ? revokedAt : undefined,
        differences: Array.isArray(differences) ? (differences as readonly GrantDifference[]) : [],
        asked: typeof asked === 'string' ? undefined : asked,
      }
    } catch {
      return undefined
    }
  }
  return {
    /** Returns the sessions of an address on all networks. */
    of(address: string): readonly KnownSession[] {
      const wanted = address.toLowerCase()
      return all()
        .filter(({ account }) => account.slice(account.lastIndexOf(':') + 1).toLowerCase() === wanted)
        .map(fromStored)
    },
    add(session: Stored): KnownSession {
      added.set(session.granted.context, session)
      write([session, ...all().filter(({ granted }) => granted.context !== session.granted.context)])
      return fromStored(session)
    },
    change(context: string, part: Partial<Pick<Stored, 'pci' | 'revokedAt'>>): void {
      const changed = all().map((one) => (one.granted.context === context ? { ...one, ...part } : one))
      for (const one of changed) if (added.has(one.granted.context)) added.set(one.granted.context, one)
      write(changed)
    },
  }
}

function fromStored({ granted, asked, ...stored }: Stored): KnownSession {
  const { account, grantedAt, pci, revokedAt, differences } = stored
  const { context, signer, permissions, policies = [], expiry } = granted
  return {
    id: context,
    ...{ account, context, pci, signer, permissions, policies, grantedAt, revokedAt, differences },
    otherPermissions: [],
    expiresAt: expiry * 1000,
    here: true,
    requested: asked && {
      permissions: asked.permissions,
      policies: asked.policies ?? [],
      expiresAt: asked.expiry * 1000,
    },
  }
}

/**
 * Converts a session from the data service's list. The session belongs to the requested account, on the network that the data
 * service reports.
 */
export function fromService(listed: ListedSession, asked: Account): KnownSession {
  const { pci, context, chainId, expiry, createdAt, revokedAt, signer } = listed
  const { address } = parseCaipAddress(asked)
  return {
    id: context ?? pci,
    account: chainId === undefined ? asked : caipAddress(`eip155:${Number(chainId)}`, address),
    context: context as KnownSession['context'],
    pci,
    signer: signer as KnownSession['signer'],
    permissions: listed.permissions as KnownSession['permissions'],
    otherPermissions: listed.otherPermissions,
    policies: listed.policies as KnownSession['policies'],
    grantedAt: createdAt === undefined ? undefined : createdAt * 1000,
    expiresAt: expiry * 1000,
    revokedAt: revokedAt ? revokedAt * 1000 : undefined,
    here: false,
    differences: [],
  }
}

/**
 * Merges the sessions of this browser with those of the data service. If a session is in both lists, keeps the browser's data.
 * The session counts as revoked if either list says so.
 */
export function merged(
  kept: readonly KnownSession[],
  listed: readonly KnownSession[],
): readonly KnownSession[] {
  const twin = (one: KnownSession) =>
    listed.find(
      ({ context, pci }) =>
        (context !== undefined && context === one.context) || (pci !== undefined && pci === one.pci),
    )
  const own = kept.map((one) => {
    const other = twin(one)
    return { ...one, pci: one.pci ?? other?.pci, revokedAt: one.revokedAt ?? other?.revokedAt }
  })
  const known = new Set(kept.map(twin))
  return [...own, ...listed.filter((one) => !known.has(one))].sort(
    (a, b) => (b.grantedAt ?? 0) - (a.grantedAt ?? 0),
  )
}
