// Runs in the workspace that package.json beside it describes: chains with the real Asset Hub runtime, from its genesis,
// offline. The arguments are a JSON list of { hash, name, properties, storage } and the address to listen at; one line of
// JSON on stdout says where the chains listen, in the same order. A block is built when a transaction arrives.
process.env.LOG_LEVEL ??= 'error'
const { GenesisProvider, ResponseError, setStorage, setup } = await import('@acala-network/chopsticks-core')
const { handler } = await import('@acala-network/chopsticks/rpc/index')
const { createServer } = await import('@acala-network/chopsticks/server')
const { rococo_v2_2_asset_hub: genesis } = await import('@substrate/connect-known-chains')

/** `System.BlockHash(0)`, which every signature covers: it makes a transaction of one chain worthless on another. */
const firstHash = '0x26aa394eea5630e07c48ae0c9558cef7a44704b568d21667356a5a050c118746b4def25cfda6ef3a00000000'

/** Chopsticks gives every genesis block the hash 0x4545…; a chain is known by it, so each gets its own. */
function genesisWith(hash, spec) {
  const provider = new GenesisProvider(spec)
  Object.defineProperty(provider, 'blockHash', { value: hash })
  const getHeader = provider.getHeader
  provider.getHeader = async () => ({ ...(await getHeader()), parentHash: hash })
  provider.clone = () => genesisWith(hash, spec)
  return provider
}

/**
 * The runtime's executor dies of an sr25519 signature whose last byte lacks the mark of the scheme, where a real node
 * says that the signature is bad.
 */
function isUnmarked(extrinsic) {
  const bytes = Buffer.from(String(extrinsic).slice(2), 'hex')
  // The length before the extrinsic, SCALE compact: its two lowest bits say how many bytes it takes.
  const start = [1, 2, 4, 5][bytes[0] & 3]
  const [version, address, scheme, last] = [start, start + 1, start + 34, start + 98].map((at) => bytes[at])
  return version === 0x84 && address === 0 && scheme === 1 && (last & 0x80) === 0
}

/** As a real node counts: with the transactions that wait, or are just being put into a block. */
async function nextIndex(chain, answer, request) {
  await chain.txPool.upcomingBlocks()
  const registry = await chain.head.registry
  const address = registry.createType('AccountId', request.params[0]).toString()
  return (await answer(request)) + chain.txPool.pendingExtrinsicsBy(address).length
}

const listening = []
for (const { hash, name, properties, storage } of JSON.parse(process.argv[2])) {
  const spec = JSON.parse(genesis)
  spec.id = name
  spec.properties = { ...spec.properties, ...properties }
  spec.genesis.raw.top[firstHash] = hash
  const chain = await setup({ genesis: genesisWith(hash, spec), buildBlockMode: 'Instant' })
  await setStorage(chain, storage)
  const answer = handler({ chain })
  const careful = async (request, subscriptions) => {
    if (request.method.startsWith('author_submit') && isUnmarked(request.params[0]))
      throw new ResponseError(1010, '{"invalid":{"badProof":null}}')
    if (request.method === 'system_accountNextIndex') return nextIndex(chain, answer, request)
    // Over HTTP an answer without a result would be none.
    return (await answer(request, subscriptions)) ?? null
  }
  const { addr } = await createServer(careful, 0, process.argv[3])
  listening.push(`http://${addr}`)
}
process.stdout.write(`${JSON.stringify({ listening })}\n`)
