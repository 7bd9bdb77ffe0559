import { type ChainNetwork, parseAmount } from 'latchkey'
import { tokenAsset } from '../args/assets.ts'
import type { Context } from '../context.ts'
import { familyOf } from '../families/families.ts'
import { chainReader } from '../nodes/chain-reader.ts'
import { withClient } from '../session/client.ts'
import { connectorId } from '../session/held-wallet.ts'
import { localWallet, walletFamily } from '../wallets/families.ts'
import { devAccount } from '../wallets/keys.ts'
import { tokenOn, type World } from './world.ts'

/** The amount of the coin and of the token that `fund` sends, in whole coins and whole tokens. */
const gift = '10'

export async function fund(
  context: Context,
  world: Pick<World, 'tokens'>,
  network: ChainNetwork,
  to: string,
): Promise<void> {
  const { signal, io } = context
  const family = familyOf(network)
  const wallets = await walletFamily(family)
  const { secret } = await devAccount('alice', family)
  const wallet = await localWallet({ networks: [network], open: async () => secret, health: context.health })
  const connector = await wallet.connector({ id: connectorId, name: 'dev:alice' })
  await withClient(context, { network, connector, name: 'cli-faucet' }, async (client) => {
    await client.ready()
    await client.connect({ connectorId, network: network.caipNetworkId }, { signal })
    const adapter = await client.adapter(family)
    const from = `${network.caipNetworkId}:${await wallets.addressOf(secret, network)}` as const
    const give = async (token: string | undefined) => {
      const asset = await tokenAsset(io.env, token, network)
      const decimals = asset
        ? await (await chainReader(network, signal)).decimals(asset)
        : network.nativeCurrency.decimals
      const amount = parseAmount(gift, decimals)
      const sent = await adapter.send({ from, to, amount, asset }, { signal })
      await adapter.waitForTransaction(network.caipNetworkId, sent, { signal })
    }
    await give(undefined)
    const token = tokenOn(world, network)?.asset
    if (token !== undefined) await give(token)
  })
}
