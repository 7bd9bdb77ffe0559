import { latchkeyError } from '../core/errors/latchkey-error.ts'

/**
 * Loads code that needs a package which isn't a dependency of Latchkey. The app must install this package. Errors other than the missing package are
 * rethrown.
 * @throws `config/peer-missing`
 */
export async function loadPeer<T>(
  load: () => Promise<T>,
  values: { readonly feature: string; readonly install: string },
): Promise<T> {
  return load().catch((cause: unknown) => {
    if ((cause as { code?: unknown } | null)?.code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw latchkeyError('config/peer-missing', { values, cause })
  })
}
