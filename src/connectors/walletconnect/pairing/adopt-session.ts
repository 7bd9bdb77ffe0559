import { isObject } from '../../../core/json/is-object.ts'
import type { SessionStruct, SignInClient } from '../library/library.ts'
import type { LibraryStorage } from '../library/storage.ts'

type Storage = Pick<LibraryStorage, 'readAgain'>

/**
 * Takes over the session of a pairing that this tab shows, if another tab got the wallet's approval. A relay may deliver the
 * wallet's messages only to the newest tab. Returns false if the other tab hasn't stored the session, or this tab already has it.
 *
 * @param pairing The topic of the pairing.
 * @throws the browser's error if its database can't be read.
 */
export async function adoptSession(
  client: SignInClient,
  storage: Storage,
  pairing: string,
): Promise<boolean> {
  const { core, engine, proposal } = client
  const proposals = proposal.getAll().filter(({ pairingTopic }) => pairingTopic === pairing)
  if (proposals.length === 0) return false
  const struct = await adoptStored(client, storage, ({ pairingTopic }) => pairingTopic === pairing)
  if (!struct) return false
  await core.relayer.subscribe(struct.topic, { transportType: 'relay' })
  for (const { id } of proposals) engine.events.emit(`session_connect:${id}`, { session: struct })
  return true
}

/**
 * Takes over a session that another tab has stored. If `isWanted` accepts several sessions, takes the session that expires last.
 * Doesn't subscribe to the session's topic. Returns undefined if it finds no session that this tab lacks.
 *
 * @throws the browser's error if its database can't be read.
 */
export async function adoptStored(
  { core, session }: SignInClient,
  storage: Storage,
  isWanted: (struct: SessionStruct) => boolean,
): Promise<SessionStruct | undefined> {
  const read = async ({ storageKey }: { readonly storageKey?: string }) =>
    storageKey === undefined ? undefined : storage.readAgain?.(storageKey)
  const [sessions, keys] = await Promise.all([read(session), read(core.crypto.keychain)])
  if (!isObject(keys)) return undefined
  const structs = (Array.isArray(sessions) ? (sessions as readonly unknown[]) : []).filter(isStruct)
  const struct = structs
    .filter(({ topic, self }) => [topic, self.publicKey].every((id) => typeof keys[id] === 'string'))
    .sort((a, b) => b.expiry - a.expiry)
    .find((one) => !session.keys.includes(one.topic) && isWanted(one))
  if (!struct) return undefined
  for (const id of [struct.topic, struct.self.publicKey])
    await core.crypto.keychain.set(id, keys[id] as string)
  await session.set(struct.topic, struct)
  core.expirer.set(struct.topic, struct.expiry)
  return struct
}

function isStruct(value: unknown): value is SessionStruct {
  if (!isObject(value)) return false
  const { topic, expiry, namespaces, self, peer } = value
  const isKnown = typeof topic === 'string' && typeof expiry === 'number'
  return (
    isKnown && isObject(namespaces) && isObject(peer) && isObject(self) && typeof self.publicKey === 'string'
  )
}
