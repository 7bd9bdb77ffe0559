import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { ledgerError } from './errors.ts'
import type { LedgerFamily } from './options.ts'

/** The members of `Transport` (`@ledgerhq/hw-transport`) that this code calls. */
export interface LedgerTransport {
  /** Resolves with the answer, which ends with its status (two bytes). Rejects if the status isn't 0x9000. */
  send(cla: number, ins: number, p1: number, p2: number): Promise<Uint8Array>
  on(event: 'disconnect', listener: (error: unknown) => void): void
  off(event: 'disconnect', listener: (error: unknown) => void): void
  close(): Promise<void>
}

/** The names of Ledger's apps on the device. */
const apps: Readonly<Record<LedgerFamily, string>> = { eip155: 'Ethereum', solana: 'Solana' }

/** A Ledger device. Opens the device for each use and then closes it, so that other tabs and programs can use it. */
export class LedgerDevice {
  readonly #open: () => Promise<LedgerTransport>
  #busy = false

  constructor(open: () => Promise<LedgerTransport>) {
    this.#open = open
  }

  /**
   * Runs code that talks to the app on the device. Rejects if the open app isn't the app of one of these families.
   * @throws `wallet/request-pending` while an earlier request waits on the device.
   */
  async use<F extends LedgerFamily, T>(
    families: readonly F[],
    run: (transport: LedgerTransport, family: F) => Promise<T>,
  ): Promise<T> {
    if (this.#busy) throw latchkeyError('wallet/request-pending')
    this.#busy = true
    const named = families.map((family) => apps[family]).join(' or ')
    let transport: LedgerTransport | undefined
    let isGone = false
    let leave = () => {}
    try {
      const opened = await this.#open()
      transport = opened
      // When the device is unplugged, reject: the library would wait for an answer forever.
      const gone = new Promise<never>((_, reject) => {
        const lost = (error: unknown) => {
          isGone = true
          reject(latchkeyError('ledger/unplugged', { cause: error }))
        }
        opened.on('disconnect', lost)
        leave = () => opened.off('disconnect', lost)
      })
      const work = async () => {
        const app = await openApp(opened)
        const family = families.find((one) => apps[one] === app)
        if (!family) throw latchkeyError('ledger/wrong-app', { values: { app: named } })
        return run(opened, family)
      }
      return await Promise.race([work(), gone])
    } catch (error) {
      throw ledgerError(error, named)
    } finally {
      leave()
      const closed = transport?.close().catch(() => {})
      // When the device was unplugged, don't wait for the library's `close`, which would wait forever too.
      if (!isGone) await closed
      this.#busy = false
    }
  }
}

/**
 * Returns the name of the open app; the device's home screen is `BOLOS`. The answer is a format byte, then the name and the
 * version, each preceded by its length. https://github.com/LedgerHQ/ledger-live, `getAppAndVersion`
 */
async function openApp(transport: LedgerTransport): Promise<string> {
  const answer = await transport.send(0xb0, 0x01, 0, 0)
  const length = answer[1] ?? 0
  return new TextDecoder().decode(answer.subarray(2, 2 + length))
}
