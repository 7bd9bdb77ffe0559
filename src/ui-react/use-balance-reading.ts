import { useEffect, useState } from 'react'
import type { Latchkey } from '../client/create-latchkey.ts'
import type { CaipAddress } from '../core/chain/caip.ts'
import type { ChainNamespace } from '../core/chain/namespace.ts'

/**
 * Reads the balance when the account or its network changes; nothing without an account. Whether it can be read, once that
 * is known: nobody can of a family without an adapter.
 */
export function useBalanceReading(
  latchkey: Latchkey,
  namespace: ChainNamespace,
  account: CaipAddress | undefined,
): boolean | undefined {
  const [known, setKnown] = useState<{ readonly of: ChainNamespace; readonly readable: boolean }>()
  useEffect(() => {
    let gone = false
    const read = async () => {
      const adapter = await latchkey.adapter(namespace).catch(() => undefined)
      if (gone) return
      // Of an adapter that could not be loaded the reading says more.
      const readable = adapter?.supports('balance.native') ?? true
      setKnown({ of: namespace, readable })
      if (readable) await latchkey.account.updateBalance(namespace)
    }
    // What fails is told by the account's state.
    if (account) read().catch(() => {})
    return () => {
      gone = true
    }
  }, [latchkey, namespace, account])
  return known?.of === namespace ? known.readable : undefined
}
