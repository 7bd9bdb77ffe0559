import { parseFunction } from '../../args/contract-function.ts'
import { networkNamed } from '../../args/family-meant.ts'
import type { Context } from '../../context.ts'
import { invalid } from '../../output/cli-error.ts'
import type { Outcome } from '../../output/output.ts'
import { withClient } from '../../session/client.ts'
import { networkMeant } from '../../session/session-network.ts'
import { functionCall, valueText } from './function-call.ts'

export async function read(
  context: Context,
  address: string,
  text: string,
  texts: readonly string[],
): Promise<Outcome> {
  const item = await parseFunction(text)
  const { outputs } = item
  if (outputs.length === 0)
    throw invalid('function', `"${text}" doesn't say what it returns`, `For example: '${text}(uint256)'.`)
  const network = await networkMeant(context, networkNamed([address]), 'eip155')
  const call = await functionCall(context, address, item, texts, network)
  return withClient(context, { network }, async (client) => {
    const { readContract } = await import('latchkey/viem')
    const { abi, functionName, args, signature } = call
    const result = await readContract(client, { abi, address: call.address, functionName, args } as never, {
      signal: context.signal,
    })
    const values: readonly unknown[] = outputs.length === 1 ? [result] : (result as readonly unknown[])
    const shown = values.map(valueText).join('\n')
    return {
      data: { address: call.address, function: signature, args, result: values },
      text: shown,
      primary: shown,
      network: network.caipNetworkId,
    }
  })
}
