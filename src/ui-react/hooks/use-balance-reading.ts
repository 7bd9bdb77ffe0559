import { useEffect, useState } from 'react'
import type { Latchkey } from '../../client/create-latchkey.ts'
import type { CaipAddress } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'

/**
 * Reads the balance when the account or its network changes. Returns whether the family's adapter can read balances, or undefined
 * until the adapter is loaded.
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
      // If the adapter failed to load, try anyway: the balance read reports the error.
      const readable = adapter?.supports('balance.native') ?? true
      setKnown({ of: namespace, readable })
      if (readable) await latchkey.account.updateBalance(namespace)
    }
    // The account's state contains the error.
    if (account) read().catch(() => {})
    return () => {
      gone = true
    }
  }, [latchkey, namespace, account])
  return known?.of === namespace ? known.readable : undefined
}
