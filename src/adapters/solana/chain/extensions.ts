/** The state of a frozen token account (spl-token, `AccountState`). */
export const frozen = 2

/** Returns the extensions of a Token-2022 mint or account, by `ExtensionType` (spl-token-2022). */
export function extensionsOf(data: Uint8Array): ReadonlyMap<number, Uint8Array> {
  const found = new Map<number, Uint8Array>()
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  for (let at = 166; at + 4 <= data.length; ) {
    const kind = view.getUint16(at, true)
    const size = view.getUint16(at + 2, true)
    if (kind === 0) break
    found.set(kind, data.slice(at + 4, at + 4 + size))
    at += 4 + size
  }
  return found
}

/** The rules for transfers in a Token-2022 mint's extensions. The mint's authorities can change most of these rules. */
export interface TokenRules {
  /** Whether each transfer runs a program. This program may need more accounts. */
  readonly hooked: boolean
  /** Whether the token is non-transferable. */
  readonly bound: boolean
  readonly paused: boolean
  /** Whether new accounts are frozen until the issuer thaws them. */
  readonly frozenAtFirst: boolean
}

/**
 * Reads a mint's rules from its extensions (`ExtensionType` in spl-token-2022). Returns undefined for a mint without such rules.
 */
export function rulesOf(extensions: ReadonlyMap<number, Uint8Array>): TokenRules | undefined {
  const [initialState, hook, pausable] = [6, 14, 26].map((kind) => extensions.get(kind))
  if (!initialState && !hook && !pausable && !extensions.has(9)) return undefined
  return {
    // The program's address follows the authority. 32 zeros mean that there is no program.
    hooked: hook?.subarray(32, 64).some((byte) => byte !== 0) === true,
    bound: extensions.has(9),
    paused: pausable?.[32] === 1,
    frozenAtFirst: initialState?.[0] === frozen,
  }
}
