import type { Query } from 'latchkey/servers'

export async function keepNonce(
  query: Query,
  { nonce, browser, ends }: { readonly nonce: string; readonly browser: string; readonly ends: number },
): Promise<void> {
  await query('insert into nonces (nonce, browser_id, ends_at) values ($1, $2, $3)', [
    nonce,
    browser,
    new Date(ends),
  ])
}

/**
 * Deletes nonces, and returns whether all of them were valid for this browser. A single statement deletes and checks them, so
 * that only one of several concurrent requests can use a nonce.
 */
export async function takeNonces(
  query: Query,
  nonces: ReadonlySet<string>,
  { browser, now }: { readonly browser: string; readonly now: number },
): Promise<boolean> {
  const taken = await query(
    'delete from nonces where nonce = any($1) and browser_id = $2 and ends_at > $3 returning nonce',
    [[...nonces], browser, new Date(now)],
  )
  return taken.length === nonces.size
}
