import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { missingPeer } from '../../core/errors/missing-peer.ts'
import type { Page } from '../../ports.ts'
import type { LedgerTransport } from './device.ts'

/** Ledger's USB vendor id. */
const vendorId = 0x2c97

interface Hid {
  requestDevice(options: object): Promise<readonly unknown[]>
}

/**
 * Opens a device that the visitor has allowed. If there is none, lets the visitor choose a device, which browsers allow only
 * within a click.
 */
export async function openTransport(page: Pick<Page, 'global'>): Promise<LedgerTransport> {
  const { hid } = Object(page.global('navigator')) as { hid?: Hid }
  if (!hid) throw latchkeyError('ledger/unavailable')
  await ensureBuffer()
  const { list, open } = await import('@ledgerhq/hw-transport-webhid').then(defaultOf, (error) => {
    throw missingPeer('A Ledger', ['@ledgerhq/hw-transport-webhid'], error)
  })
  const [known] = await list()
  const [device] = known ? [known] : await hid.requestDevice({ filters: [{ vendorId }] })
  if (!device) throw latchkeyError('wallet/user-rejected')
  return (await open(device as never)) as unknown as LedgerTransport
}

interface BufferLibrary {
  readonly Buffer?: unknown
  readonly default?: { readonly Buffer: unknown }
}

/** Sets the global `Buffer`, which Ledger's libraries need. */
async function ensureBuffer(): Promise<void> {
  if ('Buffer' in globalThis) return
  const library: BufferLibrary = await import('buffer/').catch((error) => {
    throw missingPeer('A Ledger', ['buffer'], error)
  })
  // Some bundlers give a CommonJS package only a default export.
  const Buffer = library.Buffer ?? library.default?.Buffer
  Object.assign(globalThis, { Buffer })
}

/** Returns the default export of a library. Some bundlers wrap it twice. */
export function defaultOf<T>(library: { readonly default: T }): T {
  return (library.default as { readonly default?: T }).default ?? library.default
}
