import { latchkeyError } from '../core/errors/latchkey-error.ts'

/**
 * What needs a package that hosts install themselves. Only a package that is missing is told as that; what fails while it is
 * loaded is thrown as it is.
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
