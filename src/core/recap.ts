import { isObject } from './check.ts'

/** What a message grants, by resource and then by ability, such as `request/personal_sign`; each with its limits. ERC-5573. */
export type Grants = Readonly<Record<string, Readonly<Record<string, readonly RecapLimit[]>>>>

/** To which chains an ability is limited, where it is. CAIP-2. */
export interface RecapLimit {
  readonly chains?: readonly string[]
}

const prefix = 'urn:recap:'

/** The recap among the resources of a message: the last of them is one, or none is. */
export function recapOf(resources: readonly string[] | undefined): string | undefined {
  const last: unknown = Array.isArray(resources) ? resources.at(-1) : undefined
  return typeof last === 'string' && last.startsWith(prefix) ? last : undefined
}

/** What the recap among the resources grants; nothing without one that can be read. */
export function grantsOf(resources: readonly string[] | undefined): Grants {
  const recap = recapOf(resources)
  return (recap !== undefined && readRecap(recap)) || {}
}

export function withoutRecap(resources: readonly string[]): readonly string[] {
  return recapOf(resources) === undefined ? resources : resources.slice(0, -1)
}

/** What a recap grants; undefined for a text that cannot be read as one. It comes from a peer: nothing in it is believed. */
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

/** The text of a recap. In base64 without padding, as WalletConnect has it. */
export function writeRecap(grants: Grants): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ att: grants }))
  return `${prefix}${btoa(String.fromCharCode(...bytes)).replace(/=+$/, '')}`
}

function areAbilities(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((limits) => Array.isArray(limits))
}
