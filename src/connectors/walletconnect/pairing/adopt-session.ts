import { isObject } from '../../../core/json/check.ts'
import type { SessionStruct, SignInClient } from '../library/library.ts'
import type { LibraryStorage } from '../library/storage.ts'

/**
 * Takes over a session that another tab has settled for a pairing that this tab shows. A relay may give the wallet's messages to the
 * newest tab only. False if the other tab hasn't stored the session, or this tab knows it already.
 *
 * @param pairing The topic of the pairing.
 */
export async function adoptSession(
  client: SignInClient,
  storage: Pick<LibraryStorage, 'readAgain'>,
  pairing: string,
): Promise<boolean> {
  const { core, engine, proposal, session } = client
  const proposals = proposal.getAll().filter(({ pairingTopic }) => pairingTopic === pairing)
  if (proposals.length === 0) return false
  const read = async ({ storageKey }: { readonly storageKey?: string }) =>
    storageKey === undefined ? undefined : storage.readAgain?.(storageKey)
  const [sessions, keys] = await Promise.all([read(session), read(core.crypto.keychain)])
  const struct = (Array.isArray(sessions) ? (sessions as readonly unknown[]) : []).find(
    (one) => isObject(one) && one.pairingTopic === pairing,
  ) as SessionStruct | undefined
  if (!struct || session.keys.includes(struct.topic)) return false
  for (const id of [struct.topic, struct.self.publicKey]) {
    const key = isObject(keys) ? keys[id] : undefined
    if (typeof key !== 'string') return false
    await core.crypto.keychain.set(id, key)
  }
  await session.set(struct.topic, struct)
  core.expirer.set(struct.topic, struct.expiry)
  await core.relayer.subscribe(struct.topic, { transportType: 'relay' })
  for (const { id } of proposals) engine.events.emit(`session_connect:${id}`, { session: struct })
  return true
}
