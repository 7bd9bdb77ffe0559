import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'

/** Creates the WalletConnect library's provider. We use only its client. `session` is the session that the provider follows. */
export type InitLibrary = (options: object) => Promise<{ readonly client: unknown; session?: unknown }>

/**
 * Loads the library.
 * @throws `config/peer-missing`, `adapter/load-error`
 */
export async function loadLibrary(fetchLibrary: () => Promise<unknown>): Promise<InitLibrary> {
  try {
    const library = (await fetchLibrary()) as { UniversalProvider?: unknown; default?: unknown }
    const { UniversalProvider } = (library.UniversalProvider ? library : library.default) as {
      UniversalProvider: { init: InitLibrary }
    }
    return (options) => UniversalProvider.init(options)
  } catch (error) {
    if (isLatchkeyError(error)) throw error
    const { code, message = '' } = error as { code?: unknown; message?: string }
    const missing =
      code === 'ERR_MODULE_NOT_FOUND' || /cannot find (package|module)|failed to resolve/i.test(message)
    throw missing && message.includes('@walletconnect')
      ? latchkeyError('config/peer-missing', {
          values: {
            feature: 'WalletConnect',
            install: 'npm install @walletconnect/universal-provider@2.21.8',
          },
          cause: error,
        })
      : latchkeyError('adapter/load-error', { cause: error })
  }
}
