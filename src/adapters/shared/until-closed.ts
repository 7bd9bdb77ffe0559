import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Connector } from '../../core/wallet/connector.ts'

/** Settles as the call does, unless the session ends first: a wallet that is gone does not answer. */
export async function untilClosed<T>(
  { connector }: { readonly connector: Pick<Connector, 'on'> },
  call: Promise<T>,
): Promise<T> {
  let release = () => {}
  const closed = new Promise<never>((_, reject) => {
    release = connector.on('closed', () => reject(latchkeyError('wallet/closed-during-request')))
  })
  try {
    return await Promise.race([call, closed])
  } finally {
    release()
  }
}
