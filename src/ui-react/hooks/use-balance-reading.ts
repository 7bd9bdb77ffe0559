import { useState } from 'react'
import type { Latchkey } from '../../client/create-latchkey.ts'
import type { CaipAddress } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { useAfterPaint } from '../use-after-paint.ts'

/**
 * Reads the balance when the account or its network changes, and when the visitor returns to the page. Returns whether the family's
 * adapter can read balances, or undefined until the read starts.
 */
export function useBalanceReading(
  latchkey: Latchkey,
  namespace: ChainNamespace,
  account: CaipAddress | undefined,
): boolean | undefined {
  const [known, setKnown] = useState<{ readonly of: CaipAddress; readonly readable: boolean }>()
  useAfterPaint(() => {
    if (!account) return
    let gone = false
    const read = async () => {
      const adapter = await latchkey.adapter(namespace).catch(() => undefined)
      if (gone) return
      // If the adapter failed to load, try anyway: the balance read reports the error.
      const readable = adapter?.supports('balance.native') ?? true
      setKnown({ of: account, readable })
      // The account's state contains the error.
      if (readable) latchkey.account.updateBalance(namespace).catch(() => {})
    }
    const readIfShown = () => {
      if (!document.hidden) void read()
    }
    void read()
    document.addEventListener('visibilitychange', readIfShown)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', readIfShown)
    }
  }, [latchkey, namespace, account])
  return known?.of === account ? known?.readable : undefined
}
