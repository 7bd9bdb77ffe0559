import { type ChainNetwork, createLatchkey, type Latchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { walletConnect } from 'latchkey/connectors/walletconnect'

/** The functions with which the test controls the page. */
export interface WalletConnectPage {
  start(relay: string, network: ChainNetwork, verify?: string): Promise<string>
  /** Adds a button to the page that starts a pairing. `uri` resolves with the pairing uri. */
  button(): void
  uri(): Promise<{ readonly uri: string; readonly afterClick: number }>
  paired(): Promise<string>
  /** The connected account. */
  address(): string
  sign(message: string): Promise<string>
  disconnect(): Promise<void>
  /** Closes each of the page's databases, as iOS does, with or without an event. Returns the number of databases. */
  closeDatabases(tells: boolean): number
  /** Moves the stored data to the library's default store. */
  storeAsBefore(): Promise<void>
  /** Returns the keys in the library's default store. */
  storedBefore(): Promise<readonly string[]>
  uncaught: string[]
}

const databases = new Set<IDBDatabase>()
const open = indexedDB.open.bind(indexedDB)
IDBFactory.prototype.open = (...args) => {
  const opening = open(...args)
  opening.addEventListener('success', () => databases.add(opening.result))
  return opening
}

/** Opens the library's default store. */
async function libraryStore() {
  const { SignClient } = await import('@walletconnect/sign-client')
  const options = { projectId: 'test', customStoragePrefix: 'other', telemetryEnabled: false }
  return (await SignClient.init({ ...options, logger: 'silent' })).core.storage
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

const uncaught: string[] = []
addEventListener('error', ({ message }) => uncaught.push(message))
addEventListener('unhandledrejection', ({ reason }) => uncaught.push(String(reason)))
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  uncaught.push(`${violatedDirective} ${blockedURI}`),
)

let latchkey: Latchkey
let uri: Promise<{ uri: string; afterClick: number }>
let paired: Promise<void>
const address = () => latchkey.account.state.eip155.caipAddress ?? 'none'

const page: WalletConnectPage = {
  async start(relay, network, verify) {
    latchkey = createLatchkey({
      networks: [network],
      adapters: [eip155()],
      connectors: [walletConnect()],
      endpoints: { relay, verify },
      projectId: 'test',
      enableEIP6963: false,
      enableInjected: false,
    })
    await latchkey.ready()
    return address()
  },
  button() {
    const { pairing } = latchkey
    const button = document.createElement('button')
    button.textContent = 'Connect'
    uri = new Promise((resolve) => {
      button.addEventListener('click', () => {
        const clicked = performance.now()
        const stop = pairing.subscribe(() => {
          if (pairing.state.uri === undefined) return
          stop()
          resolve({ uri: pairing.state.uri, afterClick: performance.now() - clicked })
        })
        paired = pairing.pair()
      })
    })
    document.body.append(button)
  },
  uri: () => uri,
  async paired() {
    await paired
    return address()
  },
  address,
  async sign(message) {
    const adapter = await latchkey.adapter('eip155')
    return (await adapter.signMessage(address() as never, message)).signature
  },
  disconnect: () => latchkey.disconnect(),
  closeDatabases(tells) {
    const closed = [...databases]
    databases.clear()
    for (const one of closed) {
      one.close()
      if (tells) one.dispatchEvent(new Event('close'))
    }
    return closed.length
  },
  async storeAsBefore() {
    const before = await libraryStore()
    const name = 'latchkey-walletconnect'
    const [ours] = [...databases].filter((one) => one.name === name)
    if (!ours) throw new Error('There is no database')
    const table = ours.transaction('values', 'readwrite').objectStore('values')
    const keys = await done(table.getAllKeys())
    for (const key of keys) {
      const value = await done(ours.transaction('values').objectStore('values').get(key))
      await before.setItem(String(key).replace(/^@latchkey\/wc\/app\//, ''), JSON.parse(String(value)))
    }
    ours.close()
    await done(indexedDB.deleteDatabase(name))
  },
  storedBefore: async () => (await libraryStore()).getKeys(),
  uncaught,
}
Object.assign(globalThis, { walletConnectPage: page })
