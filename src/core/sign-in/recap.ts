import { isObject } from '../json/is-object.ts'

/**
 * The rights that a message grants (ERC-5573): by resource, then by ability, such as `request/personal_sign`. Each right has a
 * list of limits.
 */
export type Grants = Readonly<Record<string, Readonly<Record<string, readonly RecapLimit[]>>>>

/** A limit of an ability: the networks where it applies, as CAIP-2 ids. */
export interface RecapLimit {
  readonly chains?: readonly string[]
}

const prefix = 'urn:recap:'

/** Returns the recap of a message. The recap is always the last resource. */
export function recapOf(resources: readonly string[] | undefined): string | undefined {
  const last: unknown = Array.isArray(resources) ? resources.at(-1) : undefined
  return typeof last === 'string' && last.startsWith(prefix) ? last : undefined
}

/** Returns the rights that the recap in these resources grants. Returns no rights if there is no readable recap. */
export function grantsOf(resources: readonly string[] | undefined): Grants {
  const recap = recapOf(resources)
  return (recap !== undefined && readRecap(recap)) || {}
}

export function withoutRecap(resources: readonly string[]): readonly string[] {
  return recapOf(resources) === undefined ? resources : resources.slice(0, -1)
}

/** Decodes a recap, which is untrusted. Returns undefined if it is malformed. */
export function readRecap(recap: string): Grants | undefined {
  const text = recap.slice(prefix.length)
  if (!recap.startsWith(prefix) || !/^[\w+/-]+={0,2}$/.test(text)) return undefined
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''))
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0))
    const { att } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isObject(att) && Object.values(att).every(areAbilities) ? (att as Grants) : undefined
  } catch {
    return undefined
  }
}

/** Encodes a recap as base64 without padding, as WalletConnect does. */
export function writeRecap(grants: Grants): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ att: grants }))
  return `${prefix}${btoa(String.fromCharCode(...bytes)).replace(/=+$/, '')}`
}

function areAbilities(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((limits) => Array.isArray(limits))
}
