import type { Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

export interface ExchangeCode {
  readonly factory: Hex
  readonly router: Hex
  readonly wrapped: Hex
}

/**
 * Loads Uniswap v2 as its authors published it. Developers install it themselves, because its license is the GPL.
 * @throws `config/peer-missing`
 */
export async function exchangeCode(): Promise<ExchangeCode> {
  try {
    const [factory, router, wrapped] = await Promise.all([
      import('@uniswap/v2-core/build/UniswapV2Factory.json', { with: { type: 'json' } }),
      import('@uniswap/v2-periphery/build/UniswapV2Router02.json', { with: { type: 'json' } }),
      import('@uniswap/v2-periphery/build/WETH9.json', { with: { type: 'json' } }),
    ])
    return {
      factory: `0x${factory.default.bytecode}`,
      router: `0x${router.default.bytecode}`,
      wrapped: `0x${wrapped.default.bytecode}`,
    }
  } catch (cause) {
    throw latchkeyError('config/peer-missing', {
      values: {
        feature: 'An exchange on the devnet',
        install: 'npm install --save-dev @uniswap/v2-core@1.0.1 @uniswap/v2-periphery@1.1.0-beta.0',
      },
      cause,
    })
  }
}
